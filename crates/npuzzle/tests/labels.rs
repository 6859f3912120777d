//! What a card promises of a call, with all rules, on graphs with all that costs allow.

use crate::common;
use crate::common::graph::{Estimates, graphs};
use crate::memory_bounded::judge;
use npuzzle::algorithms;
use npuzzle::core::card::{AlgorithmCard, Completeness, Optimality, OptionKind, OptionValue, Options, SearchKind};
use npuzzle::core::{Budget, Domain, Limits, Proof, Properties, Task};
use proptest::prelude::*;

/// All ways to set the options of a search that are words.
fn all_choices(card: &AlgorithmCard) -> Vec<Options> {
    let mut all = vec![Options::defaults(card.options)];
    for option in card.options {
        if let OptionKind::Choice(words) = option.kind {
            let with = |options: &Options, word: &'static str| {
                let mut options = options.clone();
                options.set(option, OptionValue::Choice(word));
                options
            };
            all = all.iter().flat_map(|options| words.iter().map(move |word| with(options, word))).collect();
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// What is labelled is true, and what a card promises of a call is kept.
    #[test]
    fn every_call_keeps_what_its_card_promises(
        graph in graphs(8),
        uniform in any::<bool>(),
        noise in prop::collection::vec(0_u32..1000, 9),
        promise in 0..3,
    ) {
        let graph = if uniform { graph.with_uniform_cost(2) } else { graph };
        let distances = graph.distances();
        let estimates = match promise {
            0 => Estimates { values: noise.iter().map(|noise| noise % 50).collect(), properties: Properties::NONE },
            1 => Estimates::admissible(&graph, &noise),
            _ => Estimates::consistent(&graph, noise[0] % 50),
        };
        let Properties { admissible, consistent } = estimates.properties;
        for card in algorithms::CARDS.iter().filter(|card| card.kind == SearchKind::Forward) {
            for options in all_choices(card) {
                let budget = &mut Budget::new(Limits::default());
                let outcome = common::run(card.name, &options, Task::new(&graph, 0, &estimates, budget));
                let case = format!("{} {options:?} on {graph:?}: {outcome:?}", card.name);
                judge(&case, &graph, &0, distances[0], &outcome);
                let Some(solution) = outcome.solution() else {
                    prop_assert!(distances[0].is_none() || card.complete != Completeness::Always, "{}", case);
                    continue;
                };
                let (exact, within) = match card.optimality(&options) {
                    Optimality::Always => (true, false),
                    Optimality::UniformCosts => (graph.uniform_cost().is_some(), false),
                    Optimality::Admissible | Optimality::WithinBudget | Optimality::Eventually => (admissible, false),
                    Optimality::Consistent | Optimality::IfConsistent => (consistent, false),
                    Optimality::WithinWeight => (false, admissible),
                    Optimality::WithinWeightIfConsistent => (false, consistent),
                    // `auto` is for boards.
                    Optimality::SmallBoards | Optimality::No => (false, false),
                };
                prop_assert!(!exact || solution.proof == Proof::Optimal, "{}", case);
                prop_assert!(!within || solution.proof != Proof::Found, "{}", case);
            }
        }
    }
}
