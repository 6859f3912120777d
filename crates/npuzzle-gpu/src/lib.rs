//! The optimal solver of `npuzzle` on a CUDA card.
//!
//! The kernels are in `kernels/`, compiled ahead. Nothing of CUDA is needed to build this crate,
//! and a driver only when a card is asked for. A [`machine`] runs kernels; on it are made the
//! [`tables`] of the patterns that a [`field`] needs, and run the turns of a [`search`]. The driver
//! of iterations is that of `npuzzle-solvers`. A machine also makes tables as the library keeps
//! them, and goes through whole spaces layer by layer.

#[allow(unsafe_code)]
pub mod cuda;
pub mod field;
mod images;
mod layers;
pub mod machine;
mod pattern_tables;
pub mod search;
pub mod tables;
pub mod words;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bytemuck::Pod;
use npuzzle_core::core;
use npuzzle_domains::domains;
use npuzzle_solvers::solvers;

use crate::core::{Device, Devices};
use crate::cuda::Card;
use crate::machine::{Fault, Kernel, Machine};
use crate::search::OnMachine;
use crate::solvers::tiles::device::ForTiles;

/// The cards of this machine.
pub fn devices() -> Arc<dyn Devices> {
    static CARDS: LazyLock<Arc<Cards>> = LazyLock::new(Arc::default);
    Arc::clone(&*CARDS) as Arc<dyn Devices>
}

/// Cards, each opened when it is first asked for.
#[derive(Debug, Default)]
struct Cards {
    open: Mutex<HashMap<usize, Arc<ForTiles>>>,
}

impl Devices for Cards {
    fn list(&self) -> Result<Vec<String>, String> {
        let cards = cuda::cards().map_err(|absent| absent.to_string())?;
        Ok(cards.iter().enumerate().map(|(number, card)| format!("cuda:{number} {card}")).collect())
    }

    fn open(&self, number: usize) -> Result<Arc<dyn Device>, String> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = open.get(&number).filter(|device| !device.0.is_given_up()) {
            return Ok(Arc::clone(device) as Arc<dyn Device>);
        }
        // The driver gives a new context once nothing holds the old one.
        open.remove(&number);
        let card = Card::open(number).map_err(|absent| absent.to_string())?;
        let device = Arc::new(ForTiles(Box::new(OnMachine::new(Arc::new(card)))));
        open.insert(number, Arc::clone(&device));
        Ok(device)
    }
}

/// Starts a kernel with its task.
fn start<T: Pod>(machine: &dyn Machine, kernel: Kernel, blocks: u32, task: &T) -> Result<(), Fault> {
    machine.start(kernel, blocks, bytemuck::bytes_of(task))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_not_there_is_one_clear_sentence() {
        let problem = devices().open(usize::MAX).unwrap_err();
        assert!(!problem.contains('\n') && problem.len() < 120, "{problem}");
        let expected = ["no NVIDIA driver was found", "finds no card", "there is no card", "does not work"];
        assert!(expected.iter().any(|words| problem.contains(words)), "{problem}");
    }

    #[test]
    fn absent_cards_are_told_apart() {
        use crate::cuda::{Absent, CardInfo};
        let text = |wanted, found| Absent::Card { wanted, found }.to_string();
        assert_eq!(text(0, 0), "the NVIDIA driver finds no card");
        assert_eq!(text(1, 1), "there is no card 1: there is one, `cuda:0`");
        assert_eq!(text(4, 2), "there is no card 4: there are 2, `cuda:0` to `cuda:1`");
        let info = CardInfo { name: "Tesla T4".to_owned(), memory: 16 << 30, capability: (7, 5), processors: 40 };
        let old = Absent::Old { number: 1, info }.to_string();
        assert_eq!(old, "cuda:1 (Tesla T4) has compute capability 7.5: expected 8.0 or newer");
    }
}
