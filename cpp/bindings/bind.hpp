#pragma once

#include <nanobind/nanobind.h>

// One function a topic; each file of this folder defines one. No logic here: the core decides, Python words it.
void bind_moves(nanobind::module_& m);
void bind_symmetry(nanobind::module_& m);
void bind_game(nanobind::module_& m);
void bind_reasons(nanobind::module_& m);
void bind_clock(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_records(nanobind::module_& m);
void bind_perft(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_formations(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_threats(nanobind::module_& m);
