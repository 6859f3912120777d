//! The files of the page, in the order of their names. A release build holds them; a debug build
//! reads them from their folder, so that a change needs no compiler.

use std::borrow::Cow;

macro_rules! page_files {
    ($($path:literal,)*) => {
        #[cfg(test)]
        const PATHS: &[&str] = &[$($path,)*];

        /// The content of a file of the page.
        #[cfg(not(debug_assertions))]
        pub fn read(path: &str) -> Option<Cow<'static, [u8]>> {
            let content: &[u8] = match path {
                $($path => include_bytes!(concat!("../page/", $path)),)*
                _ => return None,
            };
            Some(Cow::Borrowed(content))
        }
    };
}

page_files! {
    "css/audit.css",
    "css/base.css",
    "css/board.css",
    "css/compare.css",
    "css/lecture.css",
    "css/solve.css",
    "css/watch.css",
    "icon.svg",
    "index.html",
    "js/algorithm-field.js",
    "js/announce.js",
    "js/api.js",
    "js/attempt.js",
    "js/audit-view.js",
    "js/board-editor.js",
    "js/board-mosaic.js",
    "js/board-painter.js",
    "js/board-strip.js",
    "js/board-view.js",
    "js/celebration.js",
    "js/charts.js",
    "js/command-line.js",
    "js/compare-view.js",
    "js/congratulation.js",
    "js/copy.js",
    "js/daily.js",
    "js/dom.js",
    "js/explanation.js",
    "js/expression-field.js",
    "js/expression-value.js",
    "js/fewest-moves.js",
    "js/film.js",
    "js/format.js",
    "js/frontier-view.js",
    "js/game-tools.js",
    "js/gif.js",
    "js/goal-beside.js",
    "js/goal-picker.js",
    "js/help.js",
    "js/heuristic-view.js",
    "js/hint.js",
    "js/icons.js",
    "js/improvement-curve.js",
    "js/inversions-view.js",
    "js/job-line.js",
    "js/keys.js",
    "js/latest.js",
    "js/lecture-words.js",
    "js/lesson-panel.js",
    "js/lessons.js",
    "js/look-menu.js",
    "js/main.js",
    "js/message-line.js",
    "js/move-list.js",
    "js/new-board.js",
    "js/node-card.js",
    "js/pace.js",
    "js/pasted.js",
    "js/patience.js",
    "js/play-board.js",
    "js/play-keys.js",
    "js/play-layout.js",
    "js/play-view.js",
    "js/pointer.js",
    "js/popover.js",
    "js/predict-panel.js",
    "js/predict.js",
    "js/pseudocode-view.js",
    "js/puzzle-history.js",
    "js/puzzle-undo.js",
    "js/puzzle.js",
    "js/qr-code.js",
    "js/race.js",
    "js/records.js",
    "js/result-card.js",
    "js/run-table.js",
    "js/scoreboard.js",
    "js/share-card.js",
    "js/share-dialog.js",
    "js/size-bar.js",
    "js/solve-call.js",
    "js/solve-view.js",
    "js/starters.js",
    "js/state-picture.js",
    "js/store.js",
    "js/theme.js",
    "js/tile-colours.js",
    "js/timeline.js",
    "js/token-check.js",
    "js/token-field.js",
    "js/trace-file.js",
    "js/trace-question.js",
    "js/trace-words.js",
    "js/trace.js",
    "js/transport.js",
    "js/tree-camera.js",
    "js/tree-card.js",
    "js/tree-layout.js",
    "js/tree-legend.js",
    "js/tree-paint.js",
    "js/tree-picture.js",
    "js/tree-svg.js",
    "js/tree-view.js",
    "js/unsolvable-card.js",
    "js/walk.js",
    "js/watch-remarks.js",
    "js/watch-settings.js",
    "js/watch-tools.js",
    "js/watch-view.js",
    "js/watchable.js",
    "picture.svg",
}

/// The content of a file of the page. The caller has made sure that the path leads into the folder.
#[cfg(debug_assertions)]
pub fn read(path: &str) -> Option<Cow<'static, [u8]>> {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
    std::fs::read(folder.join(path)).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn collect(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, found);
            } else {
                let names = path.strip_prefix(root).unwrap().iter().map(|name| name.to_str().unwrap());
                found.push(names.collect::<Vec<_>>().join("/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut found = Vec::new();
        collect(&root, &root, &mut found);
        found.sort_unstable();
        assert_eq!(PATHS, found, "list the files of `page` in src/page_files.rs, in order");
        for path in PATHS {
            assert!(read(path).is_some_and(|content| !content.is_empty()), "{path}");
        }
        assert!(read("js/nothing.js").is_none());
    }
}
