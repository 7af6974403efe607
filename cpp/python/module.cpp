#include <nanobind/nanobind.h>

#include "bind.hpp"

NB_MODULE(_native, m) {
    m.doc() =
        "The rules core. Cells are 0..60 (a1..i9), sets of cells are integers with one bit a cell, directions are "
        "0..5 (E NE NW W SW SE), moves are numbers 0..1733. Two players are 0 (Black) and 1 (White); more are numbered "
        "in the order of play.";
    m.attr("BUILD") = SUMITO_BUILD;
    bind_moves(m);
    bind_symmetry(m);
    bind_game(m);
    bind_multi(m);
    bind_clock(m);
    bind_text(m);
    bind_records(m);
    bind_perft(m);
    bind_reasons(m);
    bind_formations(m);
    bind_threats(m);
    bind_coach(m);
    bind_solver(m);
    bind_scores(m);
    bind_levels(m);
    bind_judgement(m);
    bind_explorer(m);
    bind_engine(m);
    bind_training(m);
}
