//! The doctor quotes its pages: every sentence it can name stands there, under the heading it names.

use agon_doctor::{Rule, Speech};
use std::path::Path;

/// A page as people read it: its headings, each with the text under it on one line, without marks of emphasis.
fn sections(page: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols").join(page);
    let mut sections: Vec<(String, String)> = Vec::new();
    let mut is_code = false;
    for line in std::fs::read_to_string(path).unwrap().lines() {
        is_code ^= line.starts_with("```");
        if line.starts_with('#') && !is_code {
            sections.push((line.trim_start_matches('#').trim().to_owned(), String::new()));
        } else if let Some((_, text)) = sections.last_mut() {
            text.push_str(&line.replace("**", ""));
            text.push(' ');
        }
    }
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    sections.into_iter().map(|(heading, text)| (heading, joined(text))).collect()
}

fn all_rules() -> Vec<Rule> {
    Speech::ALL.iter().flat_map(|speech| speech.rules()).copied().collect()
}

#[test]
fn every_sentence_stands_on_its_page_under_its_heading() {
    for rule in all_rules() {
        let found = sections(rule.page)
            .into_iter()
            .any(|(heading, text)| heading == rule.heading && text.contains(rule.sentence));
        assert!(found, "not there: {rule}");
    }
}

#[test]
fn every_examination_is_about_one_of_them() {
    for (name, speech) in [
        ("hexthello", Speech::Tuc),
        ("ants", Speech::Tuc),
        ("connect4-9x9", Speech::Connect9x9),
        ("reversi", Speech::Ugi),
        ("ants", Speech::Ugi),
        ("reversi", Speech::NBoard),
        ("reversi", Speech::Gtp),
        ("four-in-a-row", Speech::TwoInstance),
        ("four-in-a-row", Speech::Huji),
    ] {
        let game = agon_games::registry().game(name).unwrap();
        assert!(speech.plays(&*game));
        let examinations = speech.examinations(&*game);
        assert!(examinations.len() >= 6);
        for examination in examinations {
            assert!(speech.rules().contains(&examination.rule), "{name}: {}", examination.name);
        }
    }
}

#[test]
fn a_rule_is_quoted_with_its_place() {
    let rule = all_rules().into_iter().find(|rule| rule.sentence.starts_with("TCP may")).unwrap();
    let text = "\u{201c}TCP may deliver it in pieces: read until all bytes are there.\u{201d} (docs/protocols/tuc.md, \u{201c}Common mistakes\u{201d})";
    assert_eq!(rule.to_string(), text);
}
