//! Long ways: to an end that is not known yet, through traces of which little is kept, and given
//! up.

use super::*;
use crate::terminal::replay::player::Progress;

/// The model goes to the end when it is known; Escape ends the wait.
#[test]
fn the_end_is_awaited_while_the_trace_is_read() {
    let (mut shown, mut indexer, index) = half_read();
    let key = |model: &mut Model, code| {
        model.key(&KeyEvent::new(code, KeyModifiers::NONE), now()).unwrap();
        settle(model);
    };
    key(&mut shown, KeyCode::End);
    assert_eq!((step(&shown), shown.message.starts_with("the last step is shown as soon as")), (1, true));
    key(&mut shown, KeyCode::Esc);
    assert_eq!((shown.over, shown.message.as_str()), (false, ""));
    key(&mut shown, KeyCode::End);
    press(&mut shown, ":60\n");
    assert!(shown.message.starts_with("step 60 is shown as soon as"), "{}", shown.message);
    assert!(indexer.read(50));
    settle(&mut shown);
    assert_eq!((step(&shown), shown.message.as_str()), (60, ""));
    key(&mut shown, KeyCode::End);
    while indexer.read(512) {}
    settle(&mut shown);
    assert_eq!(step(&shown), look(&index).steps);
    assert_eq!(shown.message, "");
}

/// A long way is made in pieces, and can be given up at any of them.
#[test]
fn a_long_way_looks_at_the_keyboard() {
    let file = of_board("8 6 7/2 5 4/3 0 1", "astar", None).unwrap();
    let (mut player, steps) = player(&file);
    at(&mut player, 5);
    player.find("nowhere", true).unwrap();
    assert_eq!(player.work(|| false).unwrap(), Progress::Under(6));
    player.stop();
    assert_eq!(player.work(|| false).unwrap(), Progress::Arrived);
    assert_eq!(player.moment().unwrap().step, 6);
    player.go(steps).unwrap();
    player.stop();
    while player.is_busy() {
        player.work(|| false).unwrap();
    }
    assert!(player.moment().is_some(), "there is a step in sight wherever it was stopped");
}

/// However little room there is for copies, they keep to it, and every step is the same.
#[test]
fn copies_keep_to_their_room() {
    let file = of_board("8 6 7/2 5 4/3 0 1", "astar", None).unwrap();
    let all = file.path().metadata().unwrap().len();
    let read = |room: usize| {
        let index = Arc::new(Mutex::new(Index::with_room(all, room)));
        Indexer::new(walker(&file), Arc::clone(&index)).read_all(|| true).unwrap();
        let kept = look(&index).kept_bytes();
        (Player::new(walker(&file), index), kept)
    };
    let (mut roomy, usual) = read(usize::MAX);
    assert_eq!(usual.len(), 3, "after 256, 512 and 768 steps");
    let enough_for_one = usual[0] + 1;
    let (mut narrow, kept) = read(enough_for_one);
    assert!(kept.len() < usual.len(), "{kept:?}");
    assert!(kept.iter().sum::<usize>() <= enough_for_one, "{kept:?}");
    for step in [900, 300, 1_002, 700, 1] {
        assert_eq!(at(&mut narrow, step), at(&mut roomy, step));
    }
}
