//! Markdown as HTML: headings with anchors, tables and code that scroll, links between pages.

use std::collections::HashMap;

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::highlight::highlighted;
use crate::html::{escaped, tags, without_empty_headers};

/// A part of a page that can be linked to.
#[derive(Debug, PartialEq, Eq)]
pub struct Heading {
    pub level: u8,
    pub anchor: String,
    pub text: String,
}

/// A document as a part of a page.
#[derive(Default)]
pub struct Rendered {
    pub html: String,
    pub headings: Vec<Heading>,
    /// The words of the first paragraph.
    pub summary: String,
}

/// Makes the names of anchors as GitHub does; in one page each is given once.
#[derive(Default)]
pub struct Anchors {
    given: HashMap<String, usize>,
}

impl Anchors {
    fn name(&mut self, heading: &str) -> String {
        let letters = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter_map(|letter| match letter {
                ' ' => Some('-'),
                '-' | '_' => Some(letter),
                _ => letter.is_alphanumeric().then_some(letter),
            })
            .collect::<String>();
        let count = self.given.entry(letters.clone()).or_default();
        *count += 1;
        if *count == 1 { letters } else { format!("{letters}-{}", *count - 1) }
    }
}

/// Renders a text. `link` says what an address of the text is on the site.
pub fn render(
    text: &str,
    anchors: &mut Anchors,
    mut link: impl FnMut(&str) -> Result<String, String>,
) -> Result<Rendered, String> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut rendered = Rendered::default();
    let mut events = Vec::new();
    let mut parser = Parser::new_ext(text, options);
    while let Some(event) = parser.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let inside = until(&mut parser, |end| matches!(end, TagEnd::Heading(_)));
                let inside = linked(inside, &mut link)?;
                events.push(raw(heading(level, inside, anchors, &mut rendered.headings)));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = if let CodeBlockKind::Fenced(info) = &kind { info.to_string() } else { String::new() };
                let code = words(&until(&mut parser, |end| *end == TagEnd::CodeBlock));
                let code = code.trim_end();
                events.push(raw(format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", highlighted(code, &info))));
            }
            Event::Start(Tag::Table(alignments)) => {
                let inside = linked(until(&mut parser, |end| *end == TagEnd::Table), &mut link)?;
                events.push(raw(table(alignments, inside)));
            }
            // A tag may have several lines, each of which is an event.
            Event::Start(Tag::HtmlBlock) => {
                let lines = until(&mut parser, |end| *end == TagEnd::HtmlBlock);
                let html: String =
                    lines.iter().map(|line| if let Event::Html(html) = line { html } else { "" }).collect();
                events.push(raw(with_links(&html, &mut link)?));
            }
            Event::Html(html) | Event::InlineHtml(html) => events.push(raw(with_links(&html, &mut link)?)),
            Event::Start(Tag::Paragraph) if rendered.summary.is_empty() => {
                let inside = until(&mut parser, |end| *end == TagEnd::Paragraph);
                rendered.summary = words(&inside);
                events.push(Event::Start(Tag::Paragraph));
                events.extend(linked(inside, &mut link)?);
                events.push(Event::End(TagEnd::Paragraph));
            }
            event => events.extend(linked(vec![event], &mut link)?),
        }
    }
    pulldown_cmark::html::push_html(&mut rendered.html, events.into_iter());
    rendered.html = without_empty_headers(&rendered.html);
    Ok(rendered)
}

fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::Html(html.into())
}

/// The events up to an end, which is taken, too.
fn until<'a>(parser: &mut Parser<'a>, is_end: impl Fn(&TagEnd) -> bool) -> Vec<Event<'a>> {
    parser.take_while(|event| !matches!(event, Event::End(end) if is_end(end))).collect()
}

/// The words of some events.
fn words(events: &[Event<'_>]) -> String {
    let word = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    };
    events.iter().map(word).collect()
}

/// Events with the addresses that their links and pictures have on the site.
fn linked<'a>(
    events: Vec<Event<'a>>,
    link: &mut impl FnMut(&str) -> Result<String, String>,
) -> Result<Vec<Event<'a>>, String> {
    events
        .into_iter()
        .map(|event| {
            Ok(match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    Event::Start(Tag::Link { link_type, dest_url: link(&dest_url)?.into(), title, id })
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    Event::Start(Tag::Image { link_type, dest_url: link(&dest_url)?.into(), title, id })
                }
                Event::Html(html) | Event::InlineHtml(html) => raw(with_links(&html, link)?),
                event => event,
            })
        })
        .collect()
}

/// HTML with the addresses of the site, and without comments.
fn with_links(html: &str, link: &mut impl FnMut(&str) -> Result<String, String>) -> Result<String, String> {
    let mut text = html.to_owned();
    while let Some(start) = text.find("<!--") {
        let end = text[start..].find("-->").map_or(text.len(), |end| start + end + 3);
        text.replace_range(start..end, "");
    }
    let mut replaced = text.clone();
    for tag in tags(&text) {
        for (name, value) in &tag.attributes {
            if matches!(name.as_str(), "href" | "src" | "srcset") {
                let address = escaped(&link(value)?);
                replaced = replaced.replace(&format!("\"{value}\""), &format!("\"{address}\""));
            }
        }
    }
    Ok(replaced)
}

/// Longer texts than this do not fit a phone beside two other columns.
const MEDIUM: usize = 36;
/// Longer names than this take too much of a phone to stay while the others scroll.
const LONGEST_NAME: usize = 20;

/// A table that scrolls, and whose columns keep room for what stands in them. On a phone each row
/// of a table of texts is a list.
fn table(alignments: Vec<Alignment>, inside: Vec<Event<'_>>) -> String {
    let columns = alignments.len().max(1);
    let cells: Vec<String> = inside.split(|event| *event == Event::End(TagEnd::TableCell)).map(words).collect();
    let mut longest = vec![0; columns];
    for (cell, text) in cells.iter().enumerate() {
        let length = &mut longest[cell % columns];
        *length = text.chars().count().max(*length);
    }
    let whole = [vec![Event::Start(Tag::Table(alignments))], inside, vec![Event::End(TagEnd::Table)]].concat();
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, whole.into_iter());
    let mut parts = html.split("<th");
    // The first two parts end before `<thead>` and before the first column.
    let mut wide: String = parts.by_ref().take(2).collect::<Vec<_>>().join("<th");
    for (part, &length) in parts.zip(&longest) {
        let class = match length {
            200.. => " class=\"longest\"",
            90.. => " class=\"long\"",
            MEDIUM.. => " class=\"medium\"",
            _ => "",
        };
        wide.push_str(&format!("<th{class}{part}"));
    }
    let class = match (columns, longest[0]) {
        (..3, _) => "table",
        _ if longest.iter().any(|&length| length >= MEDIUM) => {
            wide = with_titles(&wide, &cells[..columns]);
            "table stacks"
        }
        (_, ..=LONGEST_NAME) => "table keeps-names",
        _ => "table",
    };
    format!("<div class=\"{class}\" tabindex=\"0\">{wide}</div>\n")
}

/// Each cell with the title of its column.
fn with_titles(table: &str, titles: &[String]) -> String {
    let mut cells = table.split("<td");
    let head = cells.next().unwrap_or_default().to_owned();
    let cell = |(cell, title): (&str, &String)| format!("<td data-column=\"{}\"{cell}", escaped(title.trim()));
    head + &cells.zip(titles.iter().cycle()).map(cell).collect::<String>()
}

fn heading(level: HeadingLevel, inside: Vec<Event<'_>>, anchors: &mut Anchors, headings: &mut Vec<Heading>) -> String {
    let text = words(&inside);
    let anchor = anchors.name(&text);
    let level = level as u8;
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, inside.into_iter());
    let name = escaped(&text);
    let link = format!("<a class=\"anchor\" href=\"#{anchor}\" aria-label=\"Link to: {name}\">#</a>");
    headings.push(Heading { level, anchor: anchor.clone(), text });
    format!("<h{level} id=\"{anchor}\">{html} {link}</h{level}>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Rendered {
        render(text, &mut Anchors::default(), |address| Ok(address.replace(".md", ".html"))).expect("a page")
    }

    #[test]
    fn headings_have_the_anchors_of_github() {
        let page = page("# One `Two`\n\n## What's *this*, then?\n\n## One Two\n\n### a_b - c\n");
        let anchors: Vec<&str> = page.headings.iter().map(|heading| heading.anchor.as_str()).collect();
        assert_eq!(anchors, ["one-two", "whats-this-then", "one-two-1", "a_b---c"]);
        assert_eq!(
            page.headings[1],
            Heading { level: 2, anchor: "whats-this-then".into(), text: "What's this, then?".into() }
        );
        assert!(page.html.contains("<h1 id=\"one-two\">One <code>Two</code> <a class=\"anchor\""), "{}", page.html);
    }

    #[test]
    fn links_and_pictures_lead_to_pages() {
        let page = page("[a](b.md#c) ![d](e.svg) <img src=\"f.md\"> <!-- [x](y.md) -->\n\n## [g](h.md)\n");
        for part in ["href=\"b.html#c\"", "src=\"e.svg\"", "src=\"f.html\"", "href=\"h.html\""] {
            assert!(page.html.contains(part), "{part}: {}", page.html);
        }
        assert!(!page.html.contains("y.html"));
        let block = self::page("<picture>\n<img\n  alt=\"a\"\n  src=\"f.md\">\n</picture>\n");
        assert!(block.html.contains("src=\"f.html\""), "{}", block.html);
        let refused = render("[a](b)", &mut Anchors::default(), |_| Err("no such file".to_owned()));
        assert_eq!(refused.err().as_deref(), Some("no such file"));
    }

    #[test]
    fn tables_and_code_scroll() {
        let page = page("| a | b |\n| - | - |\n| 1 | 2 |\n\n```text\na < b\n```\n");
        assert!(page.html.contains("<div class=\"table\" tabindex=\"0\"><table>"), "{}", page.html);
        assert!(page.html.contains("</table>\n</div>"), "{}", page.html);
        assert!(page.html.contains("<pre tabindex=\"0\"><code>a &lt; b</code></pre>"), "{}", page.html);
    }

    #[test]
    fn columns_of_a_table_keep_room() {
        let long = "word ".repeat(20);
        let page = page(&format!("| a | b |\n| - | -: |\n| 1 | {long} |\n| 2 | 3 |\n"));
        assert!(page.html.contains("<th>a</th><th class=\"long\" style=\"text-align: right\">b</th>"), "{}", page.html);
        assert!(page.html.contains("<td>2</td><td style=\"text-align: right\">3</td></tr>"), "{}", page.html);
    }

    #[test]
    fn wide_tables_suit_a_phone() {
        let text = "word ".repeat(10);
        let texts = page(&format!("| a | b | c |\n| - | - | - |\n| 1 | {text} | 3 |\n")).html;
        assert!(texts.contains("<div class=\"table stacks\""), "{texts}");
        assert!(texts.contains("<td data-column=\"a\">1</td><td data-column=\"b\">word"), "{texts}");
        let numbers = page("| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n").html;
        assert!(numbers.contains("<div class=\"table keeps-names\"") && numbers.contains("<td>1</td>"), "{numbers}");
    }

    #[test]
    fn the_first_paragraph_sums_up() {
        assert_eq!(page("# A\n\nFirst `code`\nand [more](b.md).\n\nSecond.\n").summary, "First code and more.");
    }
}
