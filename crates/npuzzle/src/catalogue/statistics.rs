//! What the counts of a report mean, in the words of the contract.

/// Describes a field of the statistics.
#[derive(Clone, Copy, Debug)]
pub struct StatisticCard {
    /// Name in JSON.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
}

/// The statistics, in the order they are printed.
pub const STATISTICS: &[StatisticCard] = &[
    StatisticCard {
        name: "expanded",
        meaning: "how often a state's successors were made; a state that is expanded again counts again. What \
                  reports call \"visited\" or \"explored\" is usually this and the goal: expanded + 1",
    },
    StatisticCard {
        name: "generated",
        meaning: "successors made, known states included, up to the goal; not the start, and not the way straight back \
                  where the rules drop it first (`duplicates=reversal`)",
    },
    StatisticCard {
        name: "evaluated",
        meaning: "estimates made; in best-first searches one for the start and one for each generated state, known or not; \
                  in searches from both ends one or two for each state that is kept, and again when it is taken once a path is \
                  known",
    },
    StatisticCard { name: "reopened", meaning: "closed states opened again, because a cheaper path to them was found" },
    StatisticCard {
        name: "max_open",
        meaning: "peak of the frontier, of both together in a search from both ends; for searches that hold one path: the \
                  longest path held, on several threads of all together",
    },
    StatisticCard {
        name: "max_stored",
        meaning: "peak of frontier + closed, the goal included once it is generated; for searches that hold one path: the \
                  longest path held",
    },
    StatisticCard {
        name: "max_depth",
        meaning: "longest path to a state that was generated and kept, from its own end; where moves differ in cost, the \
                  dearest",
    },
    StatisticCard {
        name: "iterations",
        meaning: "iterations of an iterative-deepening or anytime search; 1 for all others",
    },
    StatisticCard {
        name: "effective_branching_factor",
        meaning: "the b with b + b^2 + ... + b^moves = generated: a uniform tree as deep as the solution has as many nodes",
    },
    StatisticCard {
        name: "h_start",
        meaning: "the estimate of the start as the search uses it, on boards rounded up to whole moves; null where it uses \
                  none or keeps it to itself (`tile-ida`, custom problems)",
    },
    StatisticCard {
        name: "peak_bytes",
        meaning: "most bytes held in the search's own data structures; with a journal: by the last process",
    },
    StatisticCard {
        name: "seconds",
        meaning: "time of the search only; with a journal: of the whole search, without interruptions",
    },
    StatisticCard { name: "table_seconds", meaning: "time to build the tables of the heuristic" },
    StatisticCard { name: "counting", meaning: "what counting all optimal solutions took" },
    StatisticCard {
        name: "deepening",
        meaning: "the counts of each iteration of `tile-ida`, alone or within `auto`: they add up to the counts of these \
                  searches, with or without a journal",
    },
    StatisticCard {
        name: "phases",
        meaning: "the searches that `auto` ran, each with its own counts; beside them, expanded, generated and evaluated \
                  states and times are sums over all, peak_bytes is the largest, deepening has the iterations of all, and \
                  all other counts are those of the search that found the solution",
    },
    StatisticCard {
        name: "varies",
        meaning: "what may differ from run to run, because several threads share the work",
    },
    StatisticCard { name: "lower_bound", meaning: "proved minimum cost so far" },
];
