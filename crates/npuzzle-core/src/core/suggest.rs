//! "Did you mean": the known name nearest to one that is not known.

/// The name that needs the fewest changes of a letter, if these are few for its length. Capitals
/// are no change.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_lowercase();
    let distances = names.into_iter().map(|name| (edit_distance(&word, &name.to_lowercase()), name));
    distances.filter(|&(distance, name)| 2 * distance <= name.len()).min().map(|(_, name)| name)
}

/// Letters to insert, delete or replace. (Levenshtein 1966)
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
        // A short name that is no nearer must not stand in the way of a long one.
        assert_eq!(nearest("astra", ["ara", "astar"]), Some("astar"));
    }
}
