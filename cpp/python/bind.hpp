#pragma once

#include <nanobind/nanobind.h>

// Each file of this folder binds one topic with one function. The files hold no logic: they check their arguments and
// call the core.
void bind_moves(nanobind::module_& m);
void bind_symmetry(nanobind::module_& m);
void bind_game(nanobind::module_& m);
void bind_multi(nanobind::module_& m);
void bind_clock(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_records(nanobind::module_& m);
void bind_perft(nanobind::module_& m);
void bind_reasons(nanobind::module_& m);
void bind_formations(nanobind::module_& m);
void bind_threats(nanobind::module_& m);
void bind_coach(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_scores(nanobind::module_& m);
void bind_levels(nanobind::module_& m);
void bind_judgement(nanobind::module_& m);
void bind_explorer(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_training(nanobind::module_& m);
