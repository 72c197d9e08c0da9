//! The arena from outside: the referee, matches, seats, halls, tournaments and the doctor.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod doctor_rules;
mod doctor_text;
mod doctor_tuc;
mod graphical_servers;
mod halls;
mod hostile_players;
mod huji_seats;
mod live_games;
mod matches;
mod measuring;
mod network_matches;
mod network_seats;
mod panicking_engines;
mod patients;
mod plain;
mod plain_matches;
mod program_seats;
mod ranking_by_wins;
mod ratings;
mod recorded_matches;
mod referee;
mod sixth_game;
mod tables;
mod tournament;
