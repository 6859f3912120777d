//! Simplified memory-bounded A*: A* that forgets the worst when its memory is full.
//!
//! The search holds a tree of at most so many nodes. It expands the node of least `f`, among equals
//! the deepest. Where there is no room, the leaf of largest `f`, among equals the shallowest, is
//! dropped, and its parent remembers the `f` of what was dropped: when nothing better is left it is
//! made again, and knows at once what it had cost so much to learn. A path that is too long for the
//! memory is cut off; a solution is proved optimal only if nothing cheaper was. (Russell 1992; that
//! a parent remembers each child's `f` by itself is the form of Lovinger & Zhang 2017)

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::algorithms::Algorithm;
use crate::algorithms::expander::{Expander, Successors};
use crate::algorithms::path::successor;
use crate::algorithms::room::{bytes, make_room};
use crate::core::card::{AlgorithmCard, Completeness, Feature, Group, MemoryClass, Optimality, OptionCard, Options};
use crate::core::{Cost, Domain, Event, Outcome, Proof, Prune, StateKey, Stop, Task, Verdict};

/// The entry of the list.
pub struct Entry;

const STATES: OptionCard = OptionCard::count(
    "states",
    "how many states are stored at most; a solution may have one move less",
    2..=1_000_000_000,
    1_000_000,
);

impl Algorithm for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        summary: "A* with room for N states: when it is full it drops the worst leaf, and generates it again if nothing better is left",
        group: Group::LittleMemory,
        complete: Completeness::WithinBudget,
        optimal: Optimality::WithinBudget,
        memory: MemoryClass::Bounded,
        features: &[Feature::StoresCopies],
        options: &[STATES],
        citation: "Russell 1992; Lovinger & Zhang 2017",
        pseudocode: "\
open <- {start}, f(start) <- h(start) @search
while open is not empty:
  n <- state of open with least f, the deepest first
  if n is a goal: return the path to n @solved
  take n from open @expand
  for each successor s, new or forgotten with f(n): @generate
    if s is on the path to n: drop s @duplicate
    f(s) <- max(f(n), g(s) + h(s)), or as remembered
    while memory is full and a leaf is worse than s:
      forget the worst leaf, not its f @forget
    if there is no room: drop s, but not its f @full
    else put s into open @keep
  f(n) <- least f that n has forgotten
  if there is one: put n into open again
report no solution in this much memory
",
        ..AlgorithmCard::informed("sma", &["sma*", "sma-star"], "Simplified memory-bounded A*")
    };

    fn run<D: Domain>(options: &Options, task: Task<'_, '_, D>) -> Outcome<D::Op> {
        // A limit on bytes is a limit on states: rather forget than stop. Lists double, so half of
        // the room may be unused.
        let bytes_per_state = 2 * (size_of::<Node<D::Key>>() + BESIDE_A_NODE) as u64;
        let room = task.budget.memory_limit().map_or(u64::MAX, |bytes| bytes / bytes_per_state);
        let states = options.count(STATES.name).min(u32::try_from(room).unwrap_or(u32::MAX)).max(2);
        let mut search = SmaSearch {
            states,
            work: Expander::new(task),
            nodes: Vec::new(),
            unused: Vec::new(),
            heap_bytes: 0,
            open: Ranking::default(),
            leaves: Ranking::default(),
            busy: NONE,
            cut: None,
            successors: Successors::default(),
        };
        search.work.stats.iterations = 1;
        let result = search.run();
        search.work.finish(result)
    }
}

/// About what a node needs beside itself: its successors, its key and its places in the rankings.
const BESIDE_A_NODE: usize = 128;

/// The number of a node that is not there.
const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// What a node knows of the successor that one of its operators leads to.
#[derive(Clone, Copy)]
enum Child {
    /// It is in the tree.
    Stored,
    /// It was dropped; no solution through it is cheaper.
    Forgotten(Cost),
    /// Nothing leads on through it: it is on the path already, cut off, or without a solution.
    Dead,
}

struct Node<K> {
    key: K,
    parent: u32,
    /// Which operator of the parent leads here.
    step: u32,
    depth: u32,
    g: Cost,
    /// Before it is expanded its own `f`, raised to its parent's; then the least of what it has
    /// forgotten.
    f: Cost,
    /// One for each operator, once it has been expanded.
    children: Option<Box<[Child]>>,
    /// Successors in the tree.
    stored: u32,
    in_open: bool,
    in_leaves: bool,
}

/// The best comes first: least `f`, then the deepest.
type Rank = (Cost, Reverse<u32>);

impl<K> Node<K> {
    fn rank(&self) -> Rank {
        (self.f, Reverse(self.depth))
    }
}

/// Nodes by rank, those of equal rank in a list that runs through the nodes: there are few ranks,
/// so all is done in a few steps.
#[derive(Default)]
struct Ranking {
    lists: BTreeMap<Rank, Ends>,
    links: Vec<Links>,
    length: u64,
}

struct Ends {
    newest: u32,
    oldest: u32,
}

#[derive(Clone, Copy)]
struct Links {
    newer: u32,
    older: u32,
}

impl Ranking {
    fn insert(&mut self, rank: Rank, node: u32) {
        self.length += 1;
        let ends = self.lists.entry(rank).or_insert(Ends { newest: NONE, oldest: node });
        let older = std::mem::replace(&mut ends.newest, node);
        if let Some(links) = self.links.get_mut(older as usize) {
            links.newer = node;
        }
        self.links[node as usize] = Links { newer: NONE, older };
    }

    fn remove(&mut self, rank: Rank, node: u32) {
        self.length -= 1;
        let Links { newer, older } = self.links[node as usize];
        if let Some(links) = self.links.get_mut(newer as usize) {
            links.older = older;
        }
        if let Some(links) = self.links.get_mut(older as usize) {
            links.newer = newer;
        }
        if newer == NONE && older == NONE {
            self.lists.remove(&rank);
        } else if let Some(ends) = self.lists.get_mut(&rank) {
            if newer == NONE {
                ends.newest = older;
            }
            if older == NONE {
                ends.oldest = newer;
            }
        }
    }

    /// The newest of the best.
    fn best(&self) -> Option<u32> {
        self.lists.first_key_value().map(|(_, ends)| ends.newest)
    }

    /// The oldest of the worst.
    fn worst(&self) -> Option<(Rank, u32)> {
        self.lists.last_key_value().map(|(&rank, ends)| (rank, ends.oldest))
    }

    /// Bytes held, nearly.
    fn bytes(&self) -> u64 {
        bytes(&self.links) + (self.lists.len() * 2 * size_of::<(Rank, Ends)>()) as u64
    }
}

struct SmaSearch<'s, 'p, D: Domain> {
    states: u32,
    work: Expander<'s, 'p, D>,
    /// The tree, with the places of nodes that were dropped.
    nodes: Vec<Node<D::Key>>,
    unused: Vec<u32>,
    /// What the nodes own outside the list.
    heap_bytes: usize,
    /// Nodes not yet expanded, and those that have forgotten something.
    open: Ranking,
    /// Nodes without successors in the tree, less the root: those that may be dropped. They are all
    /// open.
    leaves: Ranking,
    /// The node that is being expanded.
    busy: u32,
    /// The least `f` of all that was cut off since its path is too long.
    cut: Option<Cost>,
    successors: Successors<D>,
}

impl<D: Domain> SmaSearch<'_, '_, D> {
    /// Why it ends: let `f` be the least value open. The deepest node that has it goes first, and
    /// whichever of its successors has the value too is stored before anything shallower or worse,
    /// so below that node the search is depth-first. Nodes on the way to it are no leaves and
    /// cannot be dropped. Of the open nodes of the greatest depth one at least is therefore
    /// finished, which means that all it holds or remembers is above `f`; then one of those a step
    /// higher, and so on up to the root, which is never dropped. So the least value rises in the
    /// end, and since paths are simple it takes finitely many values.
    fn run(&mut self) -> Result<Verdict<D::Op>, Stop> {
        let domain = self.work.domain;
        let h = self.work.estimate_start();
        self.store(domain.pack(&self.work.start), NONE, 0, 0, h)?;
        while let Some(number) = self.open.best() {
            // 1. The best node. Every solution leads through an open node or one that was cut off.
            let node = &self.nodes[number as usize];
            if self.work.promises.admissible {
                self.work.budget.raise_lower_bound(self.cut.map_or(node.f, |cut| cut.min(node.f)));
            }
            let state = domain.unpack(&node.key);
            if node.children.is_none() && domain.is_goal(&state) {
                return Ok(self.solved(number));
            }

            // 2. Its successors: all, or those worth remembering now.
            self.withdraw(number);
            self.busy = number;
            self.expand(number, &state)?;
            self.busy = NONE;
            self.settle(number);
            self.work.stats.max_open = self.work.stats.max_open.max(self.open.length);
        }
        let Some(cut) = self.cut else { return Ok(Verdict::Unsolvable) };
        if self.work.promises.admissible {
            self.work.budget.raise_lower_bound(cut);
        }
        Err(Stop::States)
    }

    fn expand(&mut self, number: u32, state: &D::State) -> Result<(), Stop> {
        let domain = self.work.domain;
        let node = &self.nodes[number as usize];
        let (key, g, f, depth) = (node.key.clone(), node.g, node.f, node.depth + 1);
        let is_new = node.children.is_none();
        self.work.begin(state, g, domain.ops(state), &mut self.successors)?;
        let count = self.successors.ops.len();
        if is_new {
            self.work.estimate(state, &mut self.successors);
            self.heap_bytes += size_of::<Child>() * count;
            self.work.budget.hold(self.bytes())?;
            self.nodes[number as usize].children = Some(vec![Child::Dead; count].into());
        }
        for step in 0..count {
            let remembered = match self.child(number, step) {
                Child::Forgotten(remembered) if remembered == f => Some(remembered),
                Child::Dead if is_new => None,
                _ => continue,
            };
            let op = self.successors.ops[step];
            let child_g = g.saturating_add(domain.cost(state, op));
            let watched = self.work.observer.is_taken();
            let h = if watched { self.work.heuristic.estimate(domain, &successor(domain, state, op)) } else { 0 };
            self.work.generate(state, op, child_g, h);
            let child = domain.child_key(state, &key, op);
            let child_f = match remembered {
                Some(remembered) => remembered,
                None => {
                    if self.is_on_path(&child, number) {
                        self.work.prune(Prune::Duplicate);
                        continue;
                    }
                    // The state before knows better than the estimate: no solution through it is
                    // cheaper.
                    let child_f = f.max(child_g.saturating_add(self.successors.estimates[step]));
                    // On the last place of the memory only a goal is of use.
                    if depth + 1 >= self.states && !domain.is_goal(&successor(domain, state, op)) {
                        self.cut = Some(self.cut.map_or(child_f, |cut| cut.min(child_f)));
                        self.work.prune(Prune::Full);
                        continue;
                    }
                    self.set_child(number, step as u32, Child::Forgotten(child_f));
                    child_f
                }
            };
            if self.make_place((child_f, Reverse(depth))) {
                self.store(child, number, step as u32, child_g, child_f)?;
            } else {
                self.work.prune(Prune::Full);
            }
        }
        Ok(())
    }

    fn child(&self, number: u32, step: usize) -> Child {
        self.nodes[number as usize].children.as_ref().map_or(Child::Dead, |children| children[step])
    }

    fn set_child(&mut self, number: u32, step: u32, child: Child) {
        if let Some(children) = &mut self.nodes[number as usize].children {
            children[step as usize] = child;
        }
    }

    /// Whether a state is the node's own or that of a node above it.
    fn is_on_path(&self, key: &D::Key, number: u32) -> bool {
        let mut above = number;
        while let Some(node) = self.nodes.get(above as usize) {
            if node.key == *key {
                return true;
            }
            above = node.parent;
        }
        false
    }

    /// Drops leaves until there is a place; `false` if all that are left are as good as the node
    /// that wants it.
    fn make_place(&mut self, rank: Rank) -> bool {
        while self.stored() >= u64::from(self.states) {
            match self.leaves.worst() {
                Some((worst, leaf)) if worst > rank => self.forget(leaf),
                _ => return false,
            }
        }
        true
    }

    /// How many nodes are in the tree.
    fn stored(&self) -> u64 {
        (self.nodes.len() - self.unused.len()) as u64
    }

    fn bytes(&self) -> u64 {
        let lists = bytes(&self.nodes) + bytes(&self.unused);
        lists + self.open.bytes() + self.leaves.bytes() + self.heap_bytes as u64
    }

    /// Puts a node into the tree; `parent` is that which is being expanded.
    fn store(&mut self, key: D::Key, parent: u32, step: u32, g: Cost, f: Cost) -> Result<(), Stop> {
        let mut depth = 0;
        if let Some(node) = self.nodes.get_mut(parent as usize) {
            node.stored += 1;
            depth = node.depth + 1;
        }
        self.heap_bytes += key.heap_bytes();
        let is_root = parent == NONE;
        let node =
            Node { key, parent, step, depth, g, f, children: None, stored: 0, in_open: true, in_leaves: !is_root };
        let rank = node.rank();
        let number = match self.unused.pop() {
            Some(number) => {
                self.heap_bytes -= self.nodes[number as usize].key.heap_bytes();
                self.nodes[number as usize] = node;
                number
            }
            None => {
                self.grow()?;
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.open.insert(rank, number);
        if !is_root {
            self.leaves.insert(rank, number);
            self.set_child(parent, step, Child::Stored);
        }
        self.work.stats.max_depth = self.work.stats.max_depth.max(u64::from(g));
        self.work.stats.max_stored = self.work.stats.max_stored.max(self.stored());
        self.work.stats.max_open = self.work.stats.max_open.max(self.open.length);
        self.work.budget.hold(self.bytes())
    }

    /// Makes room for one more node in all lists.
    fn grow(&mut self) -> Result<(), Stop> {
        let others = self.bytes() - bytes(&self.nodes);
        make_room(&mut self.nodes, 1, others, self.work.budget)?;
        let mut all = self.bytes();
        for ranking in [&mut self.open, &mut self.leaves] {
            let others = all - bytes(&ranking.links);
            make_room(&mut ranking.links, 1, others, self.work.budget)?;
            ranking.links.push(Links { newer: NONE, older: NONE });
            all = others + bytes(&ranking.links);
        }
        Ok(())
    }

    /// Takes a node from the lists it is in.
    fn withdraw(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        if std::mem::take(&mut node.in_open) {
            self.open.remove(node.rank(), number);
        }
        if std::mem::take(&mut node.in_leaves) {
            self.leaves.remove(node.rank(), number);
        }
    }

    /// Drops a leaf; its parent remembers its value.
    fn forget(&mut self, leaf: u32) {
        self.withdraw(leaf);
        let f = self.nodes[leaf as usize].f;
        if self.work.observer.is_taken() {
            let state = self.work.domain.unpack(&self.nodes[leaf as usize].key);
            self.work.observer.event(Event::Forget { state: &state, f });
        }
        let parent = self.free(leaf, Child::Forgotten(f));
        if parent != self.busy {
            self.withdraw(parent);
            self.settle(parent);
        }
    }

    /// Takes a node from the tree, and returns its parent, which keeps `rest` of it.
    fn free(&mut self, number: u32, rest: Child) -> u32 {
        let node = &mut self.nodes[number as usize];
        let (parent, step) = (node.parent, node.step);
        let children = node.children.take();
        self.heap_bytes -= children.map_or(0, |children| size_of_val(&children[..]));
        self.set_child(parent, step, rest);
        self.nodes[parent as usize].stored -= 1;
        self.unused.push(number);
        parent
    }

    /// Enters a node that has been expanded into the lists where it now belongs, or frees it and
    /// what is above it, if nothing leads on from there.
    fn settle(&mut self, number: u32) {
        let mut number = number;
        loop {
            let node = &mut self.nodes[number as usize];
            let forgotten = |child: &Child| if let Child::Forgotten(f) = child { Some(*f) } else { None };
            let least = node.children.iter().flatten().filter_map(forgotten).min();
            if let Some(least) = least {
                node.f = least;
                node.in_open = true;
                node.in_leaves = node.stored == 0 && number != ROOT;
                let (rank, is_leaf) = (node.rank(), node.in_leaves);
                self.open.insert(rank, number);
                if is_leaf {
                    self.leaves.insert(rank, number);
                }
                return;
            }
            if node.stored > 0 || number == ROOT {
                return;
            }
            number = self.free(number, Child::Dead);
            self.withdraw(number);
        }
    }

    fn solved(&mut self, goal: u32) -> Verdict<D::Op> {
        let domain = self.work.domain;
        let mut ops = Vec::new();
        let mut node = &self.nodes[goal as usize];
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            ops.extend(domain.ops(&domain.unpack(&parent.key)).nth(node.step as usize));
            node = parent;
        }
        ops.reverse();
        let (admissible, bound, cut) = (self.work.promises.admissible, self.work.budget.lower_bound(), self.cut);
        self.work.solved(ops, |cost| match cut {
            Some(cut) if cut < cost => Proof::by_bound(cost, bound),
            _ if !admissible => Proof::by_bound(cost, bound),
            _ => Proof::Optimal,
        })
    }
}
