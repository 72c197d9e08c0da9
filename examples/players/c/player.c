/* A first player, for every game: it plays any of the legal moves it is told.
 *
 * Build:  gcc -O2 -Wall -o player player.c
 * Try:    agon match reversi "ugi:./player" random --games 2
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The longest lines hold a whole game: a few thousand characters. */
#define LONGEST_LINE 65536
#define MOST_MOVES 512

static char line[LONGEST_LINE];
static char told[LONGEST_LINE];      /* what the last "legalmoves" line said */
static char *moves[MOST_MOVES];      /* its words: they point into told */
static int move_count = 0;

/* Takes the words after "legalmoves" apart. */
static void read_legal_moves(const char *words) {
    strcpy(told, words);             /* never longer than line */
    move_count = 0;
    for (char *word = strtok(told, " \t"); word && move_count < MOST_MOVES; word = strtok(NULL, " \t"))
        moves[move_count++] = word;
}

/* The place for your ideas. Now: any legal move. */
static const char *best_move(void) {
    return moves[rand() % move_count];
}

int main(void) {
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin)) {        /* ends when the input ends */
        line[strcspn(line, "\r\n")] = '\0';
        char command[32] = "";
        sscanf(line, "%31s", command);
        if (strcmp(command, "ugi") == 0) {           /* who are you, and what can be set? */
            puts("id name C starter");
            puts("id author you");
            /* Whoever announces this option is told the legal moves before every "go". */
            puts("option name LegalMoves type check default false");
            puts("ugiok");
        } else if (strcmp(command, "isready") == 0) {    /* is everything before this done? */
            puts("readyok");
        } else if (strcmp(command, "uginewgame") == 0) { /* forget the game before */
            move_count = 0;
        } else if (strcmp(command, "legalmoves") == 0) {
            read_legal_moves(strstr(line, command) + strlen(command));
        } else if (strcmp(command, "go") == 0) {         /* exactly one bestmove for every go */
            if (move_count > 0)
                printf("bestmove %s\n", best_move());
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
        /* Everything else is ignored: that is what the protocol asks for. The line "position …"
         * holds the whole game so far; you need it when your player knows the rules. */

        /* Output to a pipe is buffered: without this nobody ever sees the lines. */
        fflush(stdout);
    }
    return 0;
}
