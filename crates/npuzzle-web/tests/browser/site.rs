//! What only a site has: the engine is inside the page, and needs nothing but its files.

use std::path::Path;
use std::sync::Arc;

use npuzzle::core::Limits;
use npuzzle_web::{Desk, Listener};
use serde_json::{Value, json};

use crate::chromium::{ELSEWHERE, quoted};
use crate::file_server::{self, FileServer};
use crate::page::Page;

/// The page's own interface.
const API: &str = "(await import(new URL('js/api.js', document.baseURI))).api";

/// The types of the interface, each with a question that shows how to ask.
fn examples() -> Vec<(String, Value)> {
    let document = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/openapi.json")).unwrap();
    let document: Value = serde_json::from_slice(&document).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let example = |path: &Value| path["post"]["requestBody"]["content"]["application/json"]["example"].clone();
    paths
        .iter()
        .map(|(path, methods)| (path.clone(), example(methods)))
        .filter(|(path, _)| path != "/api/stop")
        .collect()
}

/// Events are not wanted.
struct Deaf;

impl Listener for Deaf {
    fn hear(&self, _: &'static str, _: String) {}
    fn hear_progress(&self, _: String) {}
}

/// What this process answers, as the engine in the page should.
fn answer(address: &str, question: &Value) -> Value {
    let usual_limits = Limits::default();
    let desk = Desk { usual_limits, memory: 1 << 30, room_of_tables: 1 << 28 };
    let body = if question.is_null() { String::new() } else { question.to_string() };
    let answer = desk.answer(address, body.as_bytes(), &Deaf, &Arc::default());
    serde_json::from_str(&answer.unwrap_or_else(|problem| problem)).unwrap()
}

/// An answer without what depends on the machine: times and bytes.
fn lasting(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !name.contains("bytes") && name != "rate");
            fields.values_mut().for_each(|value| *value = lasting(value.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = lasting(value.take())),
        // JavaScript writes 1.0 as 1.
        Value::Number(number) => return json!(number.as_f64()),
        _ => {}
    }
    answer
}

#[test]
fn the_engine_in_the_page_answers_as_any_other() {
    let Some(mut page) = Page::blank_of_site() else { return };
    page.go("");
    let wrong = [
        ("/api/solve".to_owned(), json!({ "board": "1 2 3/4 0 6/7 5", "boards": 2 })),
        ("/api/solve".to_owned(), json!({ "board": "8 1 2/0 4 3/7 6 6" })),
        ("/api/solve".to_owned(), json!({ "board": "867254301", "time_limit": "2h" })),
        ("/api/goals?size=x".to_owned(), Value::Null),
        ("/api/goals?size=3x3".to_owned(), Value::Null),
        ("/api/nothing".to_owned(), Value::Null),
    ];
    let mut asked = 0;
    for (address, question) in examples().into_iter().chain(wrong) {
        if address == "/api/health" || address == "/api/goals" {
            continue;
        }
        let ask = if question.is_null() {
            format!(
                "(await import(new URL('js/worker-engine.js', document.baseURI))).workerEngine(new URL('engine/', document.baseURI)).answer({})",
                quoted(&address)
            )
        } else {
            format!("{API}.stream({}, {question})", quoted(&address))
        };
        let problem = "({ title: p.title, status: p.status, detail: p.detail })";
        let answered: Value = page.get(&format!("(async () => {{ try {{ return await {ask} }} catch (p) {{ if (p.status === undefined) throw p; return {problem} }} }})()"));
        let mut expected = answer(&address, &question);
        if let Some(status) = expected.get("type").and(expected.get("status")) {
            expected = json!({ "title": expected["title"], "status": status, "detail": expected["detail"] });
        }
        assert_eq!(lasting(answered), lasting(expected), "{address} {question}");
        asked += 1;
    }
    assert!(asked > 15, "only {asked} questions");
}

/// After the first visit the page is there without a network, and so is its engine.
#[test]
fn a_visited_page_works_without_a_network() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let server = FileServer::start(&file_server::folder().unwrap(), "application/wasm");
    page.move_to(server.site());
    page.go("?board=1 2 3/4 0 6/7 5 8");
    wait_until_kept(&mut page);
    drop(server);
    page.go("?board=8 6 7/2 5 4/3 0 1");
    page.solve("31 moves");
    page.click_named("Audit");
    page.wait_for_text(".audit-answer", "dmissible");
    for (address, words) in [("", "solved and explained"), ("guide/learn.html", "A heuristic that is learned")] {
        page.go_to_document(address);
        page.wait_for_text("main", words);
    }
}

/// Waits until the service worker has kept the site.
fn wait_until_kept(page: &mut Page) {
    page.wait("navigator.serviceWorker.ready.then(worker => worker.active.state === 'activated')");
}

/// Two copies on one host keep their files apart, also from those of versions that named them all
/// alike.
#[test]
fn sites_of_one_host_leave_each_other_alone() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let around = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        file_server::copy(&file_server::folder().unwrap(), &around.path().join(name));
    }
    let server = FileServer::start(&around.path().join("one"), "application/wasm");
    let two = server.site().replacen("/one/", "/two/", 1);
    page.move_to(server.site());
    page.go_to_document("");
    page.run(
        "for (const [name, file] of [['npuzzle site 0123456789abcdef', 'index.html'], ['npuzzle site fedcba9876543210', '../two/index.html']]) \
         await (await caches.open(name)).put(file, new Response('earlier'))",
    );
    // The worker of the first visit was perhaps quicker: another version of it looks again.
    wait_until_kept(&mut page);
    change_version(&around.path().join("one"));
    page.go_to_document("");
    page.run("window.isOld = true");
    page.click_named("Load it");
    page.wait("caches.has('npuzzle site 0123456789abcdef').then(has => !has)");
    // To go elsewhere while the page loads again would be undone.
    page.wait("window.isOld === undefined && document.readyState === 'complete'");
    assert!(page.get::<bool>("caches.has('npuzzle site fedcba9876543210')"), "it is that of the other site");
    page.move_to(&two);
    page.go_to_document("");
    wait_until_kept(&mut page);
    drop(server);
    for site in ["one", "two", "one"] {
        page.move_to(&two.replacen("/two/", &format!("/{site}/"), 1));
        page.go_to_document("guide/page.html");
        page.wait_for_text("h1", "The page");
    }
}

/// Another version of a site: its worker has another name for its files.
fn change_version(site: &Path) {
    let worker = std::fs::read_to_string(site.join("sw.js")).unwrap();
    std::fs::write(site.join("sw.js"), worker.replacen("VERSION = \"", "VERSION = \"f", 1)).unwrap();
}

/// A page that is loaded again is the old one until its reader wants the new one, be it a document
/// or the page with the engine.
#[test]
fn a_newer_version_is_offered_and_loaded() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let around = tempfile::tempdir().unwrap();
    let site = around.path().join("puzzle");
    file_server::copy(&file_server::folder().unwrap(), &site);
    let server = FileServer::start(&site, "application/wasm");
    page.move_to(server.site());
    page.go_to_document("claims.html");
    wait_until_kept(&mut page);
    for (path, ready) in [("claims.html", "main"), ("play/index.html", "[role=grid]")] {
        let file = site.join(path);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen("</header>", "<i id=\"new\">new</i></header>", 1)).unwrap();
        change_version(&site);
        page.go_to_document(path);
        page.wait_for(ready);
        page.wait_for_text(".newer-version", "A newer version");
        page.wait_for_none_of("#new");
        page.click_named("Load it");
        page.wait_for("#new");
        page.wait_for_none_of(".newer-version");
        page.wait_for(ready);
    }
}

/// Where there is no network, a page that is not kept has words in its place, and the look of the
/// site; where there is no room, a page is shown though it is not kept.
#[test]
fn pages_that_are_not_kept_are_no_dead_ends() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let around = tempfile::tempdir().unwrap();
    let site = around.path().join("puzzle");
    file_server::copy(&file_server::folder().unwrap(), &site);
    std::fs::create_dir_all(site.join("api/deep")).unwrap();
    std::fs::write(site.join("api/deep/page.html"), "<main>of rustdoc</main>").unwrap();
    let server = FileServer::start(&site, "application/wasm");
    page.move_to(server.site());
    page.go_to_document("");
    wait_until_kept(&mut page);
    let origin: String = page.get("location.origin");
    page.call("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": 1 }));
    page.go_to_document("api/deep/page.html");
    page.wait_for_text("main", "of rustdoc");
    drop(server);
    // On a slow machine the browser's own cache, too, may take the page to be fresh.
    page.call("Network.clearBrowserCache", json!({}));
    page.go_to_document("api/deep/page.html");
    page.wait_for_text("h1", "This page is not on this device");
    page.wait("[...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)");
    page.click("main a[href='play/index.html']");
    page.wait("location.pathname.endsWith('/puzzle/play/index.html') && 'ready' in document.documentElement.dataset");
    page.click("a.button[href='../guide/page.html']");
    page.wait_for_text("h1", "The page");
}

/// Before the engine there is the board, and how long to wait; instead of it, what is missing.
#[test]
fn the_page_says_what_it_waits_for() {
    let Some(mut page) = Page::blank_of_site() else { return };
    page.let_complain();
    let seen =
        |page: &mut Page, at: &str| page.get::<bool>(&format!("document.querySelector('{at}').checkVisibility()"));
    page.call("Network.enable", json!({}));
    page.call("Network.setBlockedURLs", json!({ "urls": ["*npuzzle_bg.wasm"] }));
    page.go_to_document("play/?board=1+2+3/4+0+6/7+5+8");
    let engine = file_server::folder().unwrap().join("play/engine/npuzzle_bg.wasm");
    let size = std::fs::metadata(engine).unwrap().len() as f64 / 1e6;
    page.wait_for_text(".arrival-words", &format!("The engine is coming: {size:.1} MB."));
    page.wait_for_text(".arrival .tile:nth-child(4)", "4");
    page.wait_for_text("#notices", "the engine cannot be loaded");
    assert!(seen(&mut page, ".arrival-words") && !seen(&mut page, ".from-disk"));
    page.call("Network.setBlockedURLs", json!({ "urls": [] }));
    page.wait("'ready' in document.documentElement.dataset");
    page.wait_for_none_of(".arrival");
    page.wait_for_board("1 2 3/4 0 6/7 5 8");
    let file = file_server::folder().unwrap().join("play/index.html");
    page.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
    page.wait_for_text(".from-disk", "python3 -m http.server");
    assert!(!seen(&mut page, ".arrival-words") && seen(&mut page, ".arrival .tile"));
    page.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    page.go_to_document("play/index.html");
    page.wait_for_text("noscript", "This page needs JavaScript");
    assert!(!seen(&mut page, ".arrival-words") && !seen(&mut page, ".from-disk"));
}

/// Some servers do not know what WebAssembly is.
#[test]
fn any_file_server_will_do() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let server = FileServer::start(&file_server::folder().unwrap(), "application/octet-stream");
    page.move_to(server.site());
    page.go("?board=8 6 7/2 5 4/3 0 1");
    page.solve("31 moves");
}

/// Another machine in the same room has no safe connection: browsers then have no storage, no
/// shared memory, no service worker and no clipboard.
#[test]
fn a_page_over_plain_http_works_as_well() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let server = FileServer::start(&file_server::folder().unwrap(), "application/wasm");
    page.move_to(&server.site().replacen("127.0.0.1", ELSEWHERE, 1));
    page.go("?board=korf:12&algorithm=tile-ida");
    assert!(!page.get::<bool>("isSecureContext || 'caches' in self || 'serviceWorker' in navigator"));
    page.solve("45 moves");
    page.run("addEventListener('copy', () => window.copied = document.activeElement.value)");
    page.click_named("Share");
    page.click_named("Copy link");
    page.wait("window.copied === location.href");
    page.wait("document.activeElement.innerText.startsWith('Copied')");
}

/// A link is the same for both editions, but for what stands before the query.
#[test]
fn a_link_shows_the_same_frame_in_both_editions() {
    let (Some(mut site), Some(mut server)) = (Page::blank_of_site(), Page::blank_beside_site()) else { return };
    site.go("?view=watch&board=8 1 3/4 0 2/7 6 5&algorithm=astar&heuristic=max(manhattan,misplaced)");
    site.wait("/^0 [/] [1-9]/.test(document.querySelector('#view-watch .transport-place')?.innerText)");
    for _ in 0..7 {
        site.press(".");
    }
    site.wait_for_query("at=7");
    site.draw_twice();
    let frame =
        "['now', 'node', 'frontier'].map(name => document.querySelector(`.panel-${name}`).innerText).join('\\n')";
    let (seen, query): (String, String) = (site.get(frame), site.get("location.search"));
    server.go(&query);
    server.wait_for_text("#view-watch .transport-place", "7 /");
    server.wait(&format!("{frame} === {}", quoted(&seen)));
    // And the other way: a solution on the board.
    server.go("?board=8 6 7/2 5 4/3 0 1");
    server.solve("31 moves");
    for _ in 0..5 {
        server.press(".");
    }
    server.wait_for_query("at=5");
    let (board, query): (String, String) = (server.board(), server.get("location.search"));
    site.go(&query);
    site.wait_for_board(&board);
    site.wait_for_text(".status-line", "Move 5 of 31");
}

/// A search ends cleanly with what the device can give, and the page goes on.
#[test]
fn memory_that_runs_out_ends_a_search() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let small = "Object.defineProperty(navigator, 'deviceMemory', { value: 0.0625 })";
    page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": small }));
    page.go("?board=korf:1&algorithm=bfs&timeLimit=5m");
    page.press("s");
    page.wait_for_text(".result", "memory");
    page.go("?board=8 6 7/2 5 4/3 0 1&algorithm=astar");
    page.solve("31 moves");
}

/// More searches than there are places: those that wait can be stopped as well, and a question of a
/// moment does not wait for them.
#[test]
fn searches_that_wait_can_be_stopped() {
    let Some(mut page) = Page::blank_of_site() else { return };
    page.go("");
    let ends: Vec<String> = page.get(&format!(
        "(async () => {{ const api = {API}; const jobs = []; \
         const question = {{ board: 'korf:82', algorithm: 'ida', heuristic: 'manhattan', time_limit: '10m' }}; \
         const answers = Array.from({{ length: 6 }}, () => api.stream('/api/solve', question, {{ on: {{ accepted: ({{ job }}) => jobs.push(job) }} }})); \
         const board = await api.explain({{ board: '8 6 7/2 5 4/3 0 1' }}); \
         if (!board.solvable) throw new Error('no moment'); \
         for (const job of jobs.reverse()) await api.stop(job); \
         return (await Promise.all(answers)).map(answer => answer.reason ?? answer.stopped ?? JSON.stringify(answer)); }})()"
    ));
    assert!(ends.len() == 6 && ends.iter().all(|end| end.contains("cancelled")), "{ends:?}");
}

/// A worker that hears nothing is ended, whether its answer is still wanted or not.
#[test]
fn a_worker_that_does_not_hear_is_ended() {
    let Some(mut page) = Page::blank_of_site() else { return };
    page.go("");
    let ends: (String, String, u32) = page.get(
        "(async () => { let ended = 0; window.Worker = class { postMessage({ address }) { this.isAsked ||= address !== undefined; } terminate() { if (this.isAsked) ended += 1; this.isAsked = false; } }; \
         const { workerEngine } = await import(new URL('js/worker-engine.js?deaf', document.baseURI)); \
         const engine = workerEngine(new URL('engine/', document.baseURI)); const question = { board: '867254301' }; \
         const end = answer => answer.then(JSON.stringify, problem => problem.detail ?? problem.name); \
         let accepted; const job = new Promise(resolve => accepted = resolve); \
         const stopped = end(engine.stream('/api/solve', question, { on: { accepted } })); await engine.stop((await job).job); \
         const leaving = new AbortController(); const left = end(engine.answer('/api/solve', question, { signal: leaving.signal })); \
         while (await engine.running() < 2) await new Promise(resolve => setTimeout(resolve)); leaving.abort(); \
         const said = [await stopped, await left]; \
         while (await engine.running() > 0) await new Promise(resolve => setTimeout(resolve, 10)); return [...said, ended]; })()",
    );
    assert_eq!(
        ends,
        ("the search did not stop, and was ended without an answer".to_owned(), "AbortError".to_owned(), 2)
    );
}

/// A comparison does not measure the time in which the browser compiles a search. On a busy machine
/// a few may take longer for other reasons.
#[test]
fn searches_are_not_measured_cold() {
    let Some(mut page) = Page::blank_of_site() else { return };
    page.go("");
    let board = "8 1 3/4 0 2/7 6 5";
    let question = json!({
        "boards": [board, board],
        "algorithms": ["bae", "nba", "nbs", "mm", "ida", "greedy", "rbfs"],
        "heuristics": ["linear-conflict"],
    });
    let seconds: Vec<f64> = page.get(&format!(
        "(async () => (await {API}.stream('/api/compare', {question})).runs.map(run => run.stats.seconds))()"
    ));
    let (first, second) = seconds.split_at(7);
    let cold = first.iter().zip(second).filter(|(first, second)| **first > 2.0 * **second + 0.000_1).count();
    assert!(second.len() == 7 && cold < 4, "{first:?} and then {second:?}");
}

/// Tables that took time are there for the next visit.
#[test]
fn tables_are_kept_by_the_browser() {
    let Some(mut page) = Page::blank_of_site() else { return };
    let solve = format!(
        "(async () => {{ const api = {API}; const answer = await api.stream('/api/solve', {{ board: 'korf:12', algorithm: 'tile-ida' }}); \
         return [answer.cost, answer.stats.table_seconds > 0]; }})()"
    );
    page.go("");
    assert_eq!(page.get::<(u32, bool)>(&solve), (45, true));
    let kept = "caches.open('npuzzle tables').then(cache => cache.keys()).then(keys => keys.map(({ url }) => url.split('/').pop()))";
    page.wait(&format!("{kept}.then(names => names.length > 0)"));
    let names: Vec<String> = page.get(kept);
    assert!(names.iter().all(|name| name.starts_with("4x4-")), "{names:?}");
    // Another visit takes them, also where something has damaged them.
    page.run("const cache = await caches.open('npuzzle tables'); const [first] = await cache.keys(); await cache.put(first, new Response('no table'))");
    page.go("?view=audit");
    assert_eq!(page.get::<(u32, bool)>(&solve).0, 45);
    let sizes = "caches.open('npuzzle tables').then(async cache => Promise.all((await cache.keys()).map(async key => (await (await cache.match(key)).blob()).size)))";
    page.wait(&format!("{sizes}.then(sizes => sizes.every(size => size > 10000))"));
}

/// What a browser cannot do is said where it matters.
#[test]
fn threads_are_for_servers() {
    let Some(mut page) = Page::open("?algorithm=parallel-ida") else { return };
    let says = "document.querySelector('#view-play').innerText.includes('In a browser it has one thread')";
    page.wait("document.querySelector('.about-algorithm').innerText.length > 20");
    assert_eq!(page.get::<bool>(says), file_server::site().is_some());
}

/// A question that workers can share, and one that takes them long. More fields may follow.
const SHARED: &str = "{ board: 'korf:28', algorithm: 'tile-ida', heuristic: 'manhattan'";
const HARD: &str = "{ board: 'korf:82', algorithm: 'tile-ida', heuristic: 'manhattan'";

/// A page of a site whose host sends no headers, opened twice, on a machine with so many cores.
pub fn visited_twice(server: &FileServer, cores: u32) -> Option<Page> {
    let mut page = Page::blank_of_site()?;
    let cores = format!("Object.defineProperty(navigator, 'hardwareConcurrency', {{ value: {cores} }})");
    page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": cores }));
    page.move_to(server.site());
    page.go("?algorithm=tile-ida");
    assert!(!page.get::<bool>("crossOriginIsolated"), "the host sends no headers");
    page.wait_for_text("#view-play .about-algorithm", "In a browser it has one thread");
    wait_until_kept(&mut page);
    page.go("?algorithm=tile-ida");
    assert!(page.get::<bool>("crossOriginIsolated"), "the service worker sends them");
    Some(page)
}

/// From the second visit on workers share a search. It has the cost of one worker, and the counts
/// of every iteration that is completed.
#[test]
fn workers_share_a_search() {
    let Some(folder) = file_server::folder() else { return };
    let server = FileServer::start(&folder, "application/wasm");
    let Some(mut page) = visited_twice(&server, 3) else { return };
    page.wait_for_text("#view-play .about-algorithm", "3 workers share it");
    let mut solve = |fields: &str| -> Value {
        page.get(&format!(
            "(async () => {{ const {{ cost, proof, stats }} = await {API}.stream('/api/solve', {SHARED}, {fields} }}); \
             const completed = stats.deepening.filter(({{ completed }}) => completed); \
             return {{ answer: {{ cost, proof, completed }}, shared: !!stats.varies }}; }})()"
        ))
    };
    let (alone, three, two) = (solve("threads: 1"), solve("time_limit: '5m'"), solve("threads: 2"));
    assert_eq!((&alone["answer"]["cost"], &alone["shared"]), (&json!(52), &json!(false)), "{alone}");
    for other in [three, two] {
        assert_eq!((&other["answer"], &other["shared"]), (&alone["answer"], &json!(true)));
    }
    // A question that is refused is refused as by one, and the limits are those of all together.
    let [refused, by_one]: [String; 2] = page.get(&format!(
        "(async () => {{ const api = {API}; const refusal = (fields) => api.stream('/api/solve', {{ board: '1 2 3/4 5 6/7 8 8', algorithm: 'tile-ida', ...fields }}) \
         .then(() => '', (problem) => problem.detail); return [await refusal({{}}), await refusal({{ threads: 1 }})]; }})()"
    ));
    assert!(refused == by_one && !refused.is_empty(), "{refused} {by_one}");
    let limited: Value =
        page.get(&format!("(async () => {API}.stream('/api/solve', {HARD}, node_limit: 1000000 }}))()"));
    assert_eq!(limited["status"], "stopped");
    assert!(limited["stats"]["expanded"].as_u64().is_some_and(|expanded| (500_000..=1_000_000).contains(&expanded)));
}

/// Stop reaches all workers, and so does the end of one of them. A question that has a worker of
/// its own takes none of them away.
#[test]
fn workers_that_share_a_search_end_together() {
    let Some(folder) = file_server::folder() else { return };
    let server = FileServer::start(&folder, "application/wasm");
    let Some(mut page) = visited_twice(&server, 3) else { return };
    let begin = format!(
        "const api = {API}; let job, begun; const begins = new Promise(done => begun = done); \
         const answer = api.stream('/api/solve', {HARD}, time_limit: '10m' }}, {{ on: {{ accepted: (told) => job = told.job, progress: () => begun() }} }}); \
         await Promise.race([begins, answer]);"
    );
    let stopped: Value = page.get(&format!(
        "(async () => {{ const beside = {API}.stream('/api/solve', {{ board: 'korf:88', algorithm: 'ida', time_limit: '1s' }}); \
         {begin} await api.stop(job); await beside; return await answer; }})()"
    ));
    assert_eq!((&stopped["status"], stopped["stats"]["varies"].is_null()), (&json!("stopped"), false), "{stopped}");
    assert!(stopped["reason"].as_str().is_some_and(|reason| reason.starts_with("cancelled")), "{stopped}");
    assert!(stopped["lower_bound"].as_u64().is_some_and(|bound| bound > 0));
    // One of them is ended from outside, as by a browser that runs out of memory.
    let lost: String = page.get(&format!(
        "(async () => {{ const {{ Assistant }} = await import(new URL('js/worker-engine.js', document.baseURI)); \
         const ask = Assistant.prototype.ask; \
         Assistant.prototype.ask = function (...given) {{ if (given[3]?.rank === 2) setTimeout(() => this.worker.onerror({{ message: 'it is gone' }}), 300); return ask.apply(this, given); }}; \
         {begin} const end = await answer.then(JSON.stringify, (problem) => problem.detail); Assistant.prototype.ask = ask; return end; }})()"
    ));
    assert_eq!(lost, "it is gone");
    // The next question finds new ones.
    let next: Value =
        page.get(&format!("(async () => {API}.stream('/api/solve', {{ board: 'korf:12', algorithm: 'tile-ida' }}))()"));
    assert_eq!(next["cost"], 45);
}
