//! The batches of the kernels with tables: many nodes expanded at a time, so that their look-ups
//! overlap.
//!
//! PERF: what is hot is the look-up. Nearly every one misses all caches, and one that has to be
//! waited for costs more than all the rest of a node. [`run`] therefore works in phases without a
//! branch that depends on data, and asks for all entries of a phase before it reads the first.

use crate::core::Cost;
use crate::solvers::tiles::kernel::KernelTally;
use crate::solvers::tiles::table_kernel::TableNode;
use crate::store::prefetch::prefetch;

/// A child to be made: the number of its parent in the batch, the label of the tile that moves,
/// four times the blank's cell plus the direction (8 bits each), and from bit 32 on the automaton's
/// state.
#[derive(Clone, Copy)]
pub(super) struct Child(u64);

impl Child {
    #[inline(always)]
    pub fn new(node: usize, tile: usize, turn: usize, words: u32) -> Self {
        Self(node as u64 | ((tile as u64) << 8) | ((turn as u64) << 16) | (u64::from(words) << 32))
    }

    #[inline(always)]
    fn node(self) -> usize {
        usize::from(self.0 as u8)
    }

    #[inline(always)]
    pub fn tile(self) -> usize {
        usize::from((self.0 >> 8) as u8)
    }

    #[inline(always)]
    pub fn turn(self) -> usize {
        usize::from((self.0 >> 16) as u8)
    }

    #[inline(always)]
    pub fn words(self) -> u64 {
        self.0 >> 32
    }
}

/// A kernel with its tables at hand: what the phases do to one node or child. All methods are
/// inlined, so that the loops stay without calls.
pub(super) trait LookUps {
    type Node: TableNode;
    /// A look-up that is asked for but not read yet.
    type Pending: Copy;
    /// A state of the automaton.
    type Words: Copy;

    /// Fills arrays before they are used.
    const NOTHING: Self::Pending;
    /// Whether entries may be doubtful.
    const DOUBTS: bool;

    /// The states of the automaton that follow, by the direction of the blank.
    fn row(&self, node: &Self::Node) -> &[Self::Words; 4];

    /// The child in a direction, and whether the automaton lets it pass. `number` is that of `node`
    /// in its batch.
    fn child(&self, number: usize, node: &Self::Node, code: usize, words: Self::Words) -> (Child, bool);

    /// Finds a child's entry in a view's table and asks for it.
    fn look_up(&self, view: usize, node: &Self::Node, child: Child) -> Self::Pending;

    /// What an entry says.
    fn read(&self, node: &Self::Node, pending: &Self::Pending) -> u8;

    /// Whether what the first view's entry says does not prune the child.
    fn passes(&self, node: &Self::Node, first: &Self::Pending, read: u8) -> bool;

    /// Whether an entry says one thing of some children and another of others.
    fn is_doubtful(read: u8) -> bool;

    /// What a doubtful entry of a view says of this child.
    fn settle(&self, view: usize, node: &Self::Node, child: Child, read: u8) -> u8;

    /// A child whose entries are there, and whether the second view does not prune it. With one
    /// view, `second` counts for nothing.
    fn make<const VIEWS: usize>(
        &self,
        node: &Self::Node,
        child: Child,
        first: (&Self::Pending, u8),
        second: (&Self::Pending, u8),
        bound: Cost,
    ) -> (Self::Node, bool);
}

/// See [`Kernel::children`](crate::solvers::tiles::kernel::Kernel::children).
pub(super) fn children<const VIEWS: usize, L: LookUps>(
    look_ups: &L,
    node: &L::Node,
    depth: u32,
    children: &mut Vec<L::Node>,
) {
    let bound = depth + node.facts().left();
    for (code, &words) in look_ups.row(node).iter().enumerate() {
        let (child, passes) = look_ups.child(0, node, code, words);
        if passes {
            let entry = |view: usize| {
                let pending = look_ups.look_up(view, node, child);
                (pending, read_and_settled(look_ups, view, node, child, &pending))
            };
            let first = entry(0);
            let second = if VIEWS == 2 { entry(1) } else { (L::NOTHING, 0) };
            let (first, second) = ((&first.0, first.1), (&second.0, second.1));
            children.push(look_ups.make::<VIEWS>(node, child, first, second, bound).0);
        }
    }
}

/// What an entry says of a child.
#[inline(always)]
fn read_and_settled<L: LookUps>(look_ups: &L, view: usize, node: &L::Node, child: Child, pending: &L::Pending) -> u8 {
    let read = look_ups.read(node, pending);
    if L::DOUBTS && L::is_doubtful(read) { look_ups.settle(view, node, child, read) } else { read }
}

/// See [`Kernel::run`](crate::solvers::tiles::kernel::Kernel::run). A batch has `BATCH` nodes with
/// at most `CHILDREN` children, four times as many.
#[inline(always)]
pub(super) fn run<const VIEWS: usize, const BATCH: usize, const CHILDREN: usize, L: LookUps>(
    look_ups: &L,
    stack: &mut Vec<L::Node>,
    bound: Cost,
    quota: u64,
    tally: &mut KernelTally,
) -> Option<u64> {
    const { assert!(CHILDREN == 4 * BATCH && CHILDREN <= 1 << u8::BITS) };
    let mut nodes = [L::Node::EMPTY; BATCH];
    let mut children = [Child(0); CHILDREN];
    let mut first = [L::NOTHING; CHILDREN];
    let mut left_over = [(0_u8, 0_u8); CHILDREN];
    let mut second = [L::NOTHING; CHILDREN];
    let mut doubts = [(0_u8, 0_u8); CHILDREN];
    let mut found = None;
    let mut expanded = 0;
    let mut top = stack.len();
    while top > 0 && expanded < quota && found.is_none() {
        // 1. Take the nodes. They are copied, since their children will lie where they are now.
        let taken = (top.min(BATCH) as u64).min(quota - expanded) as usize;
        top -= taken;
        nodes[..taken].copy_from_slice(&stack[top..top + taken]);
        expanded += taken as u64;
        nodes[..taken].iter().for_each(|node| prefetch(look_ups.row(node)));

        // 2. List the children that the automaton lets pass.
        let mut listed = 0;
        for (number, node) in nodes[..taken].iter().enumerate() {
            let row = *look_ups.row(node);
            for (code, &words) in row.iter().enumerate() {
                let (child, passes) = look_ups.child(number, node, code, words);
                children[listed % CHILDREN] = child;
                listed += usize::from(passes);
            }
        }
        tally.generated += listed as u64;

        // 3. Find their entries in the first view, and ask for them.
        for (child, pending) in children[..listed].iter().zip(&mut first) {
            *pending = look_ups.look_up(0, &nodes[child.node() % BATCH], *child);
        }

        // 4. Read them, and keep those that may be near enough; the doubtful ones apart, until they
        //    are settled.
        let (mut kept, mut doubtful) = (0, 0);
        for (number, (child, pending)) in children[..listed].iter().zip(&first).enumerate() {
            let node = &nodes[child.node() % BATCH];
            let read = look_ups.read(node, pending);
            let (passes, doubt) = (look_ups.passes(node, pending, read), L::is_doubtful(read));
            left_over[kept % CHILDREN] = (number as u8, read);
            kept += usize::from(passes & !doubt);
            if L::DOUBTS {
                doubts[doubtful % CHILDREN] = (number as u8, read);
                doubtful += usize::from(passes & doubt);
            }
        }
        for &(number, read) in &doubts[..doubtful] {
            let place = usize::from(number) % CHILDREN;
            let node = &nodes[children[place].node() % BATCH];
            let read = look_ups.settle(0, node, children[place], read);
            left_over[kept % CHILDREN] = (number, read);
            kept += usize::from(look_ups.passes(node, &first[place], read));
        }
        tally.evaluated += (listed + (VIEWS - 1) * kept) as u64;

        // 5. Find the entries in the second view, and ask for them.
        if VIEWS == 2 {
            for (&(number, _), pending) in left_over[..kept].iter().zip(&mut second) {
                let child = children[usize::from(number) % CHILDREN];
                *pending = look_ups.look_up(1, &nodes[child.node() % BATCH], child);
            }
        }

        // 6. Write all to the stack, one over the other where one is too far away.
        if stack.len() < top + CHILDREN {
            stack.resize(top + CHILDREN, L::Node::EMPTY);
        }
        let Some(free) = stack[top..].first_chunk_mut::<CHILDREN>() else { break };
        let (mut pushed, mut ended) = (0, false);
        for (&(number, read), second) in left_over[..kept].iter().zip(&second) {
            let place = usize::from(number) % CHILDREN;
            let (child, first) = (children[place], (&first[place], read));
            let node = &nodes[child.node() % BATCH];
            let second = (second, if VIEWS == 2 { read_and_settled(look_ups, 1, node, child, second) } else { 0 });
            let (made, alive) = look_ups.make::<VIEWS>(node, child, first, second, bound);
            free[pushed % CHILDREN] = made;
            ended |= alive & (made.facts().left() == 0);
            pushed += usize::from(alive);
        }
        if ended {
            found = free[..pushed].iter().find(|made| made.facts().left() == 0).map(TableNode::path);
        }
        top += pushed;
    }
    stack.truncate(top);
    tally.expanded += expanded;
    found
}
