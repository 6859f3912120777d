//! Lectures: predictions, lessons, other problems than boards.

use crate::page::Page;

const SEARCH: &str = "?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=manhattan";
const LESSONS: [(&str, usize); 6] = [
    ("astar-and-bfs", 6),
    ("inadmissible", 5),
    ("ida-and-astar", 5),
    ("meeting", 4),
    ("depth-first", 5),
    ("unsolvable", 6),
];

/// The answer is hidden until the next key, and then it is the node that is expanded.
#[test]
fn the_next_node_is_guessed() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=20&predict=1")) else { return };
    // Step 20 asks already. A key that comes before the trace has no step to go to.
    page.wait_for_text("#view-watch .transport-place", "20 /");
    page.wait_for_text(".predict-asks", "Which node comes next?");
    page.wait("document.querySelectorAll('.predict-choice').length >= 2");
    let asked: u32 = page.get("parseInt(document.querySelector('#view-watch .transport-place').innerText)");
    let sums: Vec<String> =
        page.get("[...document.querySelectorAll('.predict-choice span:last-child')].map(e => e.innerText)");
    page.press("ArrowRight");
    page.wait_for_text("#view-watch .transport-place", &format!("{} /", asked + 1));
    page.wait_for_text(".watch-sentence", "Expansion");
    let sum: String =
        page.get("document.querySelector('.node-sum').innerText.replace(/[a-z]/g, '').replace(/\\s+/g, ' ').trim()");
    assert!(sums.contains(&sum), "{sum} was not among {sums:?}");
    // A guess by hand is judged.
    page.press("ArrowRight");
    page.wait_for_text(".predict-asks", "Which node comes next?");
    page.click(".predict-choice");
    page.wait("/(Right|Not this time)[.] \\d of 1 guessed/.test(document.querySelector('.predict-asks').innerText)");
}

/// Large type, and a reason for each step.
#[test]
fn a_lecture_has_large_type_and_reasons() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=61")) else { return };
    let size = "parseFloat(getComputedStyle(document.querySelector('.watch-sentence')).fontSize)";
    page.wait_for_text(".watch-sentence", ".");
    let usual: f64 = page.get(size);
    page.press("l");
    page.wait_for_query("lecture=1");
    page.wait(&format!("{size} > {usual} * 1.25"));
    page.press("x");
    page.wait_for_text(".watch-sentence", "least f");
}

/// After a click on any of the buttons the keys are the view's: Space plays.
#[test]
fn keys_belong_to_the_view_after_a_click() {
    let Some(mut page) = Page::open(&format!("{SEARCH}&at=3")) else { return };
    page.wait_for_text("#view-watch .transport-place", "3 /");
    for name in ["Lecture", "Heuristic", "Larger", "expansion ›"] {
        if name == "Larger" {
            page.click_named("Tree");
        }
        page.click_named(name);
        page.press(" ");
        page.wait_for("#view-watch [aria-label=Pause]");
        page.press(" ");
        page.wait_for("#view-watch [aria-label=Play]");
        page.draw_twice();
        let before: u32 = page.get("parseInt(document.querySelector('#view-watch .transport-place').innerText)");
        page.press("ArrowLeft");
        page.wait_for_text("#view-watch .transport-place", &format!("{} /", before - 1));
    }
}

/// Every lesson is gone through by its button, and each step is restored by its address.
#[test]
fn lessons_are_gone_through() {
    let Some(mut page) = Page::blank() else { return };
    for (name, steps) in LESSONS {
        page.go(&format!("?view=watch&lesson={name}"));
        for step in 0..steps {
            page.wait_for_text(".lesson-head", &format!("{} / {steps}", step + 1));
            page.wait("document.querySelector('.lesson-text').innerText.length > 30");
            let text = page.text(".lesson-text");
            assert!(!text.contains("undefined") && !text.contains("NaN"), "{name}, {step}: {text}");
            if step + 1 < steps {
                page.click_named("Next ›");
            }
        }
        let text = page.text(".lesson-text");
        page.wait_for_query(&format!("lessonStep={}", steps - 1));
        let query: String = page.get("location.search");
        page.go("");
        page.go(&query);
        page.wait_for_text(".lesson-text", &text);
        let complaints = page.complaints();
        assert!(complaints.is_empty(), "{name}: {complaints:?}");
    }
}

#[test]
fn a_lesson_is_chosen_and_ended() {
    let Some(mut page) = Page::open("?view=watch") else { return };
    page.click_named("Lessons");
    page.click("[data-lesson=meeting]");
    page.wait_for_text(".lesson-head", "Lesson 4 of 6");
    page.wait_for_text(".chosen-search", "NBA*");
    page.press("PageDown");
    page.wait_for_text(".lesson-text", "11 moves");
    page.wait_for_text(".watch-sentence", "reached from both ends: a path of cost 11");
    page.click_named("End the lesson");
    page.wait("document.querySelector('.lesson').hidden");
}

/// The lines of the unsolvable board are stepped through, by button and by key.
#[test]
fn inversions_are_stepped_through() {
    let Some(mut page) = Page::open("?view=watch&lesson=unsolvable&lessonStep=1") else { return };
    page.wait_for_text(".inversions-words", "5 inversions");
    page.click_named("next pair ›");
    page.wait_for_text(".inversions-words", "1 of 5: 2 stands before 1");
    page.wait_for_count(".inversion-line", 1);
    page.press("ArrowRight");
    page.wait_for_count(".inversion-line", 2);
    page.press("ArrowLeft");
    page.wait_for_count(".inversion-line", 1);
    page.click_named("all");
    page.wait_for_count(".inversion-line", 5);
}

/// Towers, jugs, rivers, pancakes and maps are watched with their drawings.
#[test]
fn other_problems_are_watched() {
    let Some(mut page) = Page::open("?view=watch") else { return };
    page.click(".watch-settings > summary");
    for (problem, drawn) in [("hanoi", "==="), ("jugs", "+---+"), ("missionaries", "~~~"), ("pancake", "===")] {
        page.run(&format!(
            "const e = document.querySelector('.watch-fields select'); e.value = '{problem}'; e.dispatchEvent(new Event('change'))"
        ));
        page.wait_for_text(".panel-now .state-drawing", drawn);
        page.wait_for_text(".chosen-search", problem);
        page.wait("/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
        page.run("document.querySelector('#view-watch [aria-label=Last]').click()");
        page.wait_for_text(".watch-sentence", "Solved");
    }
    page.run("const e = document.querySelector('.watch-fields select'); e.value = 'map'; e.dispatchEvent(new Event('change'))");
    page.wait_for_text(".panel-now", "home");
    page.wait("/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
    page.run("document.querySelector('#view-watch [aria-label=Last]').click()");
    page.wait_for_text(".watch-sentence", "Solved: the path costs 7.");
    page.wait_for_query("at=");
    let query: String = page.get("location.search");
    page.go("");
    page.go(&query);
    page.wait_for_text(".panel-now", "school");
}

/// The part of a `max` that decides is explained, and how the value comes about.
#[test]
fn the_part_that_decides_is_explained() {
    let Some(mut page) = Page::open(
        "?view=watch&board=7 2 4/5 0 6/8 3 1&algorithm=astar&heuristic=max(linear-conflict, walking-distance)&panel=heuristic&at=1",
    ) else {
        return;
    };
    page.wait_for_text(".panel-heuristic", "decides");
    let text = page.text(".panel-heuristic");
    let value = |name: &str| -> u32 {
        let rest = &text[text.rfind(name).unwrap() + name.len()..];
        rest.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    let pressed: String = page.get("document.querySelector('.panel-heuristic [aria-pressed=true]').innerText");
    let (one, other) = page.get::<(u32, u32)>(
        "[...document.querySelectorAll('.panel-heuristic [data-part]')].map(e => parseInt(/\\d+/.exec(e.innerText)))",
    );
    assert!(text.contains(&format!("h = max({one}, {other}) = {}", one.max(other))), "{text}");
    assert!(pressed.contains("decides") && pressed.contains(&one.max(other).to_string()), "{pressed}");
    assert_eq!(value("max("), one);
}
