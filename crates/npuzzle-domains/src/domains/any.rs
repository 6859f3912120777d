//! Problems that are not boards, behind one type: searches, reports and audits are compiled for all
//! of them once.
//!
//! A state is its packed form, a [`Code`]; an operator is a number ([`OpCode`]). Each question
//! costs a virtual call, and the problem unpacks the state to answer it. These problems are small:
//! what they lose is measured in `docs/benchmarks.md`.

use std::sync::Arc;

use crate::core::{Cost, Describe, Domain, Heuristic, Parity, Properties, StateKey};
use crate::store::key::{read_number, write_number};

/// A packed state of any problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// One that fits into a word.
    Word(u64),
    /// A longer one. A thin pointer, so that a code takes two words.
    Bytes(Arc<Vec<u8>>),
}

impl StateKey for Code {
    #[inline]
    fn hash64(&self) -> u64 {
        match self {
            Self::Word(word) => word.hash64(),
            Self::Bytes(bytes) => crate::store::key::hash_bytes(bytes),
        }
    }

    /// With the counters, the vector's own fields and what an allocator usually adds.
    fn heap_bytes(&self) -> usize {
        match self {
            Self::Word(_) => 0,
            Self::Bytes(bytes) => 48 + (bytes.len() + 8).next_multiple_of(16),
        }
    }

    const TRAVELS: bool = true;

    /// A zero and the word, or the number of bytes plus one and the bytes.
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Word(word) => {
                write_number(0, bytes);
                write_number(*word, bytes);
            }
            Self::Bytes(some) => {
                write_number(some.len() as u64 + 1, bytes);
                bytes.extend_from_slice(some);
            }
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let Some(length) = read_number(bytes)?.checked_sub(1) else {
            return read_number(bytes).map(Self::Word);
        };
        let (some, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
        *bytes = rest;
        Some(Self::Bytes(Arc::new(some.to_vec())))
    }
}

/// A key that can be written as a [`Code`].
pub trait Coded: StateKey {
    /// As a code.
    fn to_code(&self) -> Code;

    /// Back again. Codes of other problems give some key, or a panic.
    fn of_code(code: &Code) -> Self;
}

impl Coded for Code {
    fn to_code(&self) -> Code {
        self.clone()
    }

    fn of_code(code: &Code) -> Self {
        code.clone()
    }
}

impl Coded for u64 {
    fn to_code(&self) -> Code {
        Code::Word(*self)
    }

    fn of_code(code: &Code) -> Self {
        match code {
            Code::Word(word) => *word,
            Code::Bytes(_) => 0,
        }
    }
}

/// A packed board of up to 25 cells.
impl Coded for [u64; 2] {
    fn to_code(&self) -> Code {
        let bytes = self.iter().flat_map(|word| word.to_le_bytes()).collect();
        Code::Bytes(Arc::new(bytes))
    }

    fn of_code(code: &Code) -> Self {
        let word = |number: usize| match code {
            Code::Bytes(bytes) => bytes.get(8 * number..8 * number + 8).and_then(|bytes| bytes.try_into().ok()),
            Code::Word(_) => None,
        };
        [0, 1].map(|number| word(number).map_or(0, u64::from_le_bytes))
    }
}

/// A packed board of any size.
impl Coded for Box<[u8]> {
    fn to_code(&self) -> Code {
        Code::Bytes(Arc::new(self.to_vec()))
    }

    fn of_code(code: &Code) -> Self {
        match code {
            Code::Bytes(bytes) => bytes.as_slice().into(),
            Code::Word(_) => Self::default(),
        }
    }
}

impl Coded for u32 {
    fn to_code(&self) -> Code {
        Code::Word(u64::from(*self))
    }

    fn of_code(code: &Code) -> Self {
        u64::of_code(code) as Self
    }
}

/// An operator that can be written as a number.
pub trait OpCode: Copy {
    /// As a number.
    fn to_number(self) -> u32;

    /// Back again.
    fn of_number(number: u32) -> Self;
}

impl OpCode for u32 {
    fn to_number(self) -> u32 {
        self
    }

    fn of_number(number: u32) -> Self {
        number
    }
}

impl OpCode for u8 {
    fn to_number(self) -> u32 {
        self.into()
    }

    fn of_number(number: u32) -> Self {
        number as Self
    }
}

/// The questions that searches ask a problem, in codes.
trait Rules: Send + Sync {
    fn ops(&self, state: &Code) -> Vec<u32>;
    fn ops_after(&self, state: &Code, last: &Before) -> Vec<u32>;
    fn successor(&self, state: &Code, op: u32) -> Code;
    fn cost(&self, state: &Code, op: u32) -> Cost;
    fn has_endless_paths(&self) -> bool;
    fn is_goal(&self, state: &Code) -> bool;
    fn reverse(&self, start: &Code) -> Option<AnyDomain>;
    fn goals(&self) -> Vec<Code>;
    fn state_order(&self, state: &Code) -> u64;
    fn abstract_hash(&self, state: &Code) -> u64;
    fn keys_travel(&self) -> bool;
    fn cost_parity(&self, state: &Code) -> Option<Parity>;
    fn name(&self, state: &Code) -> String;
    fn draw(&self, state: &Code) -> String;
    fn op_name(&self, state: &Code, op: u32) -> String;
}

/// A problem that can stand behind an [`AnyDomain`].
pub trait Erasable: Describe<Key: Coded, Op: OpCode> + Send + 'static {}

impl<D: Describe<Key: Coded, Op: OpCode> + Send + 'static> Erasable for D {}

fn state_of<D: Erasable>(domain: &D, code: &Code) -> D::State {
    domain.unpack(&D::Key::of_code(code))
}

fn numbers<D: Erasable>(ops: D::Ops) -> Vec<u32> {
    ops.map(OpCode::to_number).collect()
}

impl<D: Erasable> Rules for D {
    fn ops(&self, state: &Code) -> Vec<u32> {
        numbers::<D>(Domain::ops(self, &state_of(self, state)))
    }

    fn ops_after(&self, state: &Code, last: &Before) -> Vec<u32> {
        let undo = self.apply(&mut state_of(self, &last.state), D::Op::of_number(last.op));
        numbers::<D>(Domain::ops_after(self, &state_of(self, state), &undo))
    }

    fn successor(&self, state: &Code, op: u32) -> Code {
        let mut state = state_of(self, state);
        self.apply(&mut state, D::Op::of_number(op));
        self.pack(&state).to_code()
    }

    fn cost(&self, state: &Code, op: u32) -> Cost {
        Domain::cost(self, &state_of(self, state), D::Op::of_number(op))
    }

    fn has_endless_paths(&self) -> bool {
        Domain::has_endless_paths(self)
    }

    fn is_goal(&self, state: &Code) -> bool {
        Domain::is_goal(self, &state_of(self, state))
    }

    fn reverse(&self, start: &Code) -> Option<AnyDomain> {
        Domain::reverse(self, &state_of(self, start)).map(AnyDomain::new)
    }

    fn goals(&self) -> Vec<Code> {
        Domain::goals(self).iter().map(|goal| self.pack(goal).to_code()).collect()
    }

    fn state_order(&self, state: &Code) -> u64 {
        Domain::state_order(self, &D::Key::of_code(state))
    }

    fn abstract_hash(&self, state: &Code) -> u64 {
        Domain::abstract_hash(self, &D::Key::of_code(state))
    }

    fn keys_travel(&self) -> bool {
        Domain::keys_travel(self)
    }

    fn cost_parity(&self, state: &Code) -> Option<Parity> {
        Domain::cost_parity(self, &state_of(self, state))
    }

    fn name(&self, state: &Code) -> String {
        Describe::name(self, &state_of(self, state))
    }

    fn draw(&self, state: &Code) -> String {
        Describe::draw(self, &state_of(self, state))
    }

    fn op_name(&self, state: &Code, op: u32) -> String {
        Describe::op_name(self, &state_of(self, state), D::Op::of_number(op))
    }
}

/// A problem of any type.
#[derive(Clone)]
pub struct AnyDomain {
    rules: Arc<dyn Rules>,
    uniform_cost: Option<Cost>,
}

impl AnyDomain {
    /// Hides the type of a problem.
    pub fn new(domain: impl Erasable) -> Self {
        Self::shared(Arc::new(domain))
    }

    /// Hides the type of a problem that others use as well.
    pub fn shared(domain: Arc<impl Erasable>) -> Self {
        Self { uniform_cost: Domain::uniform_cost(&*domain), rules: domain }
    }
}

/// The state before an operator, and the operator.
#[derive(Clone)]
pub struct Before {
    /// The state.
    pub state: Code,
    /// The operator.
    pub op: u32,
}

impl Domain for AnyDomain {
    type State = Code;
    type Key = Code;
    type Op = u32;
    type Ops = std::vec::IntoIter<u32>;
    type Undo = Before;

    fn ops(&self, state: &Code) -> Self::Ops {
        self.rules.ops(state).into_iter()
    }

    fn ops_after(&self, state: &Code, last: &Before) -> Self::Ops {
        self.rules.ops_after(state, last).into_iter()
    }

    fn apply(&self, state: &mut Code, op: u32) -> Before {
        let next = self.rules.successor(state, op);
        Before { state: std::mem::replace(state, next), op }
    }

    fn undo(&self, state: &mut Code, before: &Before) {
        state.clone_from(&before.state);
    }

    fn cost(&self, state: &Code, op: u32) -> Cost {
        self.uniform_cost.unwrap_or_else(|| self.rules.cost(state, op))
    }

    fn uniform_cost(&self) -> Option<Cost> {
        self.uniform_cost
    }

    fn has_endless_paths(&self) -> bool {
        self.rules.has_endless_paths()
    }

    fn is_goal(&self, state: &Code) -> bool {
        self.rules.is_goal(state)
    }

    fn pack(&self, state: &Code) -> Code {
        state.clone()
    }

    fn unpack(&self, key: &Code) -> Code {
        key.clone()
    }

    fn child_key(&self, state: &Code, _: &Code, op: u32) -> Code {
        self.rules.successor(state, op)
    }

    fn reverse(&self, start: &Code) -> Option<Self> {
        self.rules.reverse(start)
    }

    fn goals(&self) -> Vec<Code> {
        self.rules.goals()
    }

    fn state_order(&self, key: &Code) -> u64 {
        self.rules.state_order(key)
    }

    fn abstract_hash(&self, key: &Code) -> u64 {
        self.rules.abstract_hash(key)
    }

    fn keys_travel(&self) -> bool {
        self.rules.keys_travel()
    }

    fn cost_parity(&self, state: &Code) -> Option<Parity> {
        self.rules.cost_parity(state)
    }
}

impl Describe for AnyDomain {
    fn name(&self, state: &Code) -> String {
        self.rules.name(state)
    }

    fn draw(&self, state: &Code) -> String {
        self.rules.draw(state)
    }

    fn op_name(&self, state: &Code, op: u32) -> String {
        self.rules.op_name(state, op)
    }
}

/// An estimate for the states of an [`AnyDomain`], computed from scratch for each.
pub struct AnyEstimate {
    value: Box<dyn Fn(&Code) -> Cost + Send + Sync>,
    properties: Properties,
}

impl AnyEstimate {
    /// Hides the types of a problem and its estimate.
    pub fn new<D: Erasable>(domain: Arc<D>, heuristic: impl Heuristic<D> + 'static) -> Self {
        let properties = heuristic.properties();
        let value = move |code: &Code| heuristic.value(heuristic.root(&domain, &state_of(&*domain, code)));
        Self { value: Box::new(value), properties }
    }
}

impl Heuristic<AnyDomain> for AnyEstimate {
    type Acc = Cost;

    fn root(&self, _: &AnyDomain, state: &Code) -> Cost {
        (self.value)(state)
    }

    fn step(&self, domain: &AnyDomain, _: Cost, before: &Code, op: u32) -> Cost {
        (self.value)(&domain.rules.successor(before, op))
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}
