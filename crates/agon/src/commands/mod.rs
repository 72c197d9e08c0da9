//! One file a command.

mod ablate;
mod asking;
mod bench;
mod book;
mod client;
mod convert;
mod doctor;
mod fit;
mod four_in_a_row;
mod games;
mod grade;
mod hall;
mod hall_words;
mod ladder;
mod matches;
mod measure;
mod measure_endgames;
mod measure_solver;
mod menu;
mod perft;
mod play;
mod player;
mod prove;
mod reversi_dialogue;
mod serve;
mod server;
mod show;
mod solve;
mod think;
mod tournament;
pub(crate) mod train;

use crate::cli::{Cli, Command};
use crate::failure::{Done, Failure};
use crate::terminal;
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(cli: Cli, out: &mut dyn Write) -> Done {
    let style = terminal::style(cli.color, cli.ascii);
    match cli.command {
        None => serve::usual(out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::FourInARow { arguments }) => four_in_a_row::run(&arguments, out),
        Some(Command::Menu) => menu::run(style, out),
        Some(Command::Games { game, json }) => games::run(game.as_deref(), json, out),
        Some(Command::Show { position, svg, json }) => show::run(&position, svg.as_deref(), json, style, out),
        Some(Command::Convert { file, from, to, output }) => {
            convert::run(&file, from.as_deref(), &to, output.as_deref(), out)
        }
        Some(Command::Perft { game, depth, position, baseline }) => {
            perft::run(&game, depth, &position, baseline, out)
        }
        Some(Command::Best(args)) => think::best(&args, out),
        Some(Command::Analyze(args)) => think::analyze(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Explain { position, engine, json }) => {
            think::explain(&position, engine.as_deref(), json, out)
        }
        Some(Command::Play(args)) => play::run(&args, style, out),
        Some(Command::Match(args)) => matches::run(&args, out),
        Some(Command::Grade(args)) => grade::run(&args, out),
        Some(Command::Doctor(args)) => doctor::run(&args, style, out),
        Some(Command::Player(args)) => player::run(&args, out),
        Some(Command::Client(args)) => client::run(&args, out),
        Some(Command::Server(args)) => server::run(&args, style, out),
        Some(Command::Tournament(command)) => tournament::run(command, style, out),
        Some(Command::Ladder(args)) => ladder::run(&args, out),
        Some(Command::Ablate(args)) => ablate::run(&args, out),
        Some(Command::Bench(args)) => match (&args.measure, &args.sets) {
            (Some(measure), _) => measure::run(measure, out),
            (None, Some(folder)) => measure_solver::sets(&args, folder, out),
            (None, None) => bench::run(args.game.as_deref(), args.full, args.baseline, args.json, out),
        },
        Some(Command::Train(args)) => train::run(&args, out),
        Some(Command::Prove(args)) => prove::run(&args, out),
        Some(Command::Completions { shell }) => {
            // It panics if it cannot write, and a list of bytes takes everything.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "agon", &mut script);
            Ok(out.write_all(&script)?)
        }
        Some(Command::Man { command }) => man(command.as_deref(), out),
    }
}

/// The man page of the program, or of one of its commands.
fn man(command: Option<&str>, out: &mut dyn Write) -> Done {
    let mut page = Cli::command();
    page.build();
    if let Some(name) = command {
        let found = page.get_subcommands().find(|c| c.get_name() == name).cloned();
        let wrong = || Failure::Usage(format!("there is no command '{name}'; 'agon --help' lists them"));
        page = found.ok_or_else(wrong)?.display_name(format!("agon-{name}"));
    }
    Ok(clap_mangen::Man::new(page).render(out)?)
}
