//! "Did you mean": the known name nearest to one that is not known.

/// The name that needs the fewest changes of a letter, if these are few for its length. Capitals
/// are no change.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // No name is longer, and the work grows with the length.
    let word: String = word.to_lowercase().chars().take(64).collect();
    let distances = names.into_iter().map(|name| (strsim::levenshtein(&word, &name.to_lowercase()), name));
    distances.filter(|&(distance, name)| 2 * distance <= name.len()).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_far_ones_are_not() {
        let names = ["manhattan", "misplaced", "zero"];
        assert_eq!(nearest("manhatan", names), Some("manhattan"));
        assert_eq!(nearest("misplace", names), Some("misplaced"));
        assert_eq!(nearest("MANHATAN", names), Some("manhattan"));
        assert_eq!(nearest("pancake", names), None);
        assert_eq!(nearest("", names), None);
        // A short name that is not nearer must not hide a long one.
        assert_eq!(nearest("astra", ["ara", "astar"]), Some("astar"));
    }
}
