//! Takes a command line apart as a POSIX shell would, without a shell.

use crate::SandboxError;

/// The words of a command line: blanks separate, quotes and backslashes hold together. Nothing is expanded.
pub(crate) fn split(line: &str) -> Result<Vec<String>, SandboxError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => quoted(&mut rest, line, word.get_or_insert_default())?,
            '"' => double_quoted(&mut rest, line, word.get_or_insert_default())?,
            '\\' => match rest.next() {
                Some('\n') => {}
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(SandboxError::OpenEscape { command: line.to_owned() }),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(rest: &mut std::str::Chars<'_>, line: &str, word: &mut String) -> Result<(), SandboxError> {
    for c in rest {
        if c == '\'' {
            return Ok(());
        }
        word.push(c);
    }
    Err(SandboxError::OpenQuote { command: line.to_owned(), quote: '\'' })
}

/// Between double quotes a backslash has its meaning only before `$`, `` ` ``, `"`, `\` and a line end.
fn double_quoted(rest: &mut std::str::Chars<'_>, line: &str, word: &mut String) -> Result<(), SandboxError> {
    while let Some(c) = rest.next() {
        match c {
            '"' => return Ok(()),
            '\\' => match rest.next() {
                Some('\n') => {}
                Some(next @ ('$' | '`' | '"' | '\\')) => word.push(next),
                Some(next) => word.extend(['\\', next]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err(SandboxError::OpenQuote { command: line.to_owned(), quote: '"' })
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn blanks_separate_and_quotes_hold_together() {
        for (line, words) in [
            ("", &[] as &[&str]),
            ("  \t", &[]),
            ("java -jar player.jar", &["java", "-jar", "player.jar"]),
            ("'my player' \"a b\"c\\ d", &["my player", "a bc d"]),
            ("''  \"\"", &["", ""]),
            (r#""\$x \"q\" \n \\""#, &[r#"$x "q" \n \"#]),
            (r"'\n' \n", &[r"\n", "n"]),
            ("a\\\nb 'c\nd' $HOME *", &["ab", "c\nd", "$HOME", "*"]),
        ] {
            assert_eq!(split(line).unwrap(), words, "{line}");
        }
    }

    #[test]
    fn what_is_open_is_named() {
        assert_eq!(split("a 'b").unwrap_err().to_string(), "the command `a 'b` has a ' without its partner");
        assert_eq!(
            split("\"b\\").unwrap_err().to_string(),
            "the command `\"b\\` has a \" without its partner"
        );
        assert_eq!(
            split("a\\").unwrap_err().to_string(),
            "the command `a\\` ends in a backslash with nothing behind it"
        );
    }
}
