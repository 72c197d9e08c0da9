#!/bin/sh
# A player that says everything a terminal must not be sent, wherever it may say something: its name, its moves, its
# standard error. Speaks UGI; with an argument it speaks the protocol of connect4-9x9, which begins with a move.
#   agon match reversi 'ugi:crates/agon/tests/attacks/filthy-player.sh' random --games 2 | cat -v
filth=$(printf 'F\033[2J\033]0;title\007\033[31m\b\r\302\233\302\205\342\200\256\342\200\213\342\201\246\357\273\277\177G')
printf '%s\n%s\n' "$filth" "last words $filth" >&2
if [ -n "$1" ]; then
  printf '%s\000\n' "$filth"
fi
while read -r line; do
  case $line in
    ugi) printf 'id name %s\nid author %s\noption name %s type check default false\nugiok\n' "$filth" "$filth" "$filth" ;;
    isready) printf 'readyok\n' ;;
    go*) printf 'info depth 1 score cp 1 pv %s string %s\nbestmove %s\n' "$filth" "$filth" "$filth" ;;
    quit) exit 0 ;;
    *) [ -n "$1" ] && printf '%s\n' "$filth" ;;
  esac
done
