//! Notebooks as HTML: the text, the code and what it printed and drew. Nothing is run.

use std::collections::HashSet;

use serde_json::Value;

use crate::highlight::highlighted;
use crate::html::{escaped, without_empty_headers};
use crate::inert::inert;
use crate::markdown::{Anchors, Rendered, render};

/// Renders a notebook. `link` says what an address of its texts is on the site.
pub fn render_notebook(
    notebook: &str,
    mut link: impl FnMut(&str) -> Result<String, String>,
) -> Result<Rendered, String> {
    let notebook: Value = serde_json::from_str(notebook).map_err(|error| error.to_string())?;
    let cells = notebook["cells"].as_array().ok_or("a notebook needs `cells`")?;
    let mut page = Rendered::default();
    let (mut anchors, mut styles) = (Anchors::default(), HashSet::new());
    for cell in cells {
        let source = text(&cell["source"]);
        if cell["cell_type"] == "markdown" {
            let part = render(&source, &mut anchors, &mut link)?;
            page.html.push_str(&part.html);
            page.headings.extend(part.headings);
            if page.summary.is_empty() {
                page.summary = part.summary;
            }
        } else if cell["cell_type"] == "code" {
            let outputs: String =
                cell["outputs"].as_array().into_iter().flatten().map(|shown| output(shown, &mut styles)).collect();
            let code = highlighted(&source, "python");
            page.html.push_str(&format!(
                "<div class=\"cell\"><pre class=\"cell-code\" tabindex=\"0\"><code>{code}</code></pre>{outputs}</div>\n"
            ));
        }
    }
    Ok(page)
}

/// Texts are kept whole or as a list of lines.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// What a cell showed, in the richest form that does nothing.
fn output(output: &Value, styles: &mut HashSet<String>) -> String {
    let plain = |text: &str| format!("<pre class=\"printed\" tabindex=\"0\">{}</pre>", escaped(text.trim_end()));
    let shown = match output["output_type"].as_str() {
        Some("stream") => plain(&text(&output["text"])),
        Some("error") => plain(&format!("{}: {}", text(&output["ename"]), text(&output["evalue"]))),
        Some("execute_result" | "display_data") => {
            let data = &output["data"];
            let form = |name: &str| data.get(name).map(text).filter(|text| !text.is_empty());
            let words = form("text/plain").unwrap_or_default();
            if let Some(html) = form("text/html") {
                // What scrolls is reached by the keyboard.
                let html = html.replace("class=\"np-wide\"", "class=\"np-wide\" tabindex=\"0\"");
                without_empty_headers(&inert(&html, styles))
            } else if let Some(svg) = form("image/svg+xml") {
                inert(svg.find("<svg").map_or("", |start| &svg[start..]), styles)
            } else if let Some(png) = form("image/png") {
                let data: String = png.split_whitespace().collect();
                format!("<img alt=\"{}\" src=\"data:image/png;base64,{}\">", escaped(&words), escaped(&data))
            } else {
                plain(&words)
            }
        }
        _ => return String::new(),
    };
    format!("<div class=\"shown\" tabindex=\"0\">{shown}</div>")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTEBOOK: &str = r##"{"cells": [
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "Words with a [link](a.md)."]},
        {"cell_type": "code", "source": "x = 1 < 2", "outputs": [
            {"output_type": "stream", "name": "stdout", "text": ["a < b\n"]},
            {"output_type": "execute_result", "data": {"text/plain": "X", "text/html": "<b onclick='f()'>X</b><script>f()</script>"}},
            {"output_type": "display_data", "data": {"image/png": "AA\n==\n", "text/plain": "<Figure>"}},
            {"output_type": "display_data", "data": {"image/svg+xml": "<?xml?><svg id='a'/>", "text/plain": "s"}},
            {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": []}
        ]},
        {"cell_type": "raw", "source": "left out"}
    ]}"##;

    #[test]
    fn cells_and_outputs_are_shown_and_do_nothing() {
        let page = render_notebook(NOTEBOOK, |address| Ok(format!("to-{address}"))).expect("a page");
        for part in [
            "<h1 id=\"title\">",
            "href=\"to-a.md\"",
            "x = 1 &lt; 2",
            "a &lt; b</pre>",
            "<b>X</b>",
            "<img alt=\"&lt;Figure&gt;\" src=\"data:image/png;base64,AA==\">",
            "<svg id='a'/>",
            "ValueError: no",
        ] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
        assert!(!page.html.contains("script") && !page.html.contains("onclick") && !page.html.contains("left out"));
        assert_eq!(page.summary, "Words with a link.");
    }

    #[test]
    fn what_is_no_notebook_is_refused() {
        for text in ["", "[]", "{}", "{\"cells\": 1}"] {
            assert!(render_notebook(text, |_| Ok(String::new())).is_err(), "{text}");
        }
    }
}
