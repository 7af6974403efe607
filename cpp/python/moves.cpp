#include "moves.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "sumito/move.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

// The shared Move objects of Python, by number. An iteration returns references to them and creates no objects.
PyObject* move_objects = nullptr;

PyObject* iterator_self(PyObject* self) {
    Py_INCREF(self);
    return self;
}

PyObject* iterator_next(PyObject* self) {
    if (!nb::inst_ready(self)) { // created without a board
        PyErr_SetString(PyExc_TypeError, "an iteration begins with iter(board.legal_moves)");
        return nullptr;
    }
    auto* iterator = nb::inst_ptr<MoveIterator>(self);
    if (iterator->at == iterator->moves.size()) {
        return nullptr;
    }
    PyObject* move = PyTuple_GET_ITEM(move_objects, number_of(iterator->moves[iterator->at++]));
    Py_INCREF(move);
    return move;
}

PyType_Slot iterator_slots[] = {{Py_tp_iter, reinterpret_cast<void*>(iterator_self)},
                                {Py_tp_iternext, reinterpret_cast<void*>(iterator_next)},
                                {0, nullptr}};

} // namespace

void bind_moves(nb::module_& m) {
    using Entry = std::tuple<std::vector<int>, int, bool>;
    m.def(
        "move_table",
        [] {
            std::vector<Entry> table;
            for (int number = 0; number < MOVES; ++number) {
                const Move move = move_of_number(number);
                std::vector<int> cells(static_cast<std::size_t>(move.size()));
                for (int i = 0; i < move.size(); ++i) {
                    cells[static_cast<std::size_t>(i)] = id_of(along(move.tail(), move.axis(), i));
                }
                table.emplace_back(cells, move.direction(), move.in_line());
            }
            return table;
        },
        "Return every move by number: its cells from tail to head, its direction, whether it is in line.");
    m.def(
        "use_moves",
        [](nb::tuple moves) {
            if (moves.size() != MOVES) {
                throw nb::value_error("one object for each move");
            }
            Py_XDECREF(move_objects);
            move_objects = moves.release().ptr();
        },
        nb::arg("moves"), "Set the Move objects that iterations return, by number.");
    m.def(
        "move_number",
        [](std::uint64_t cells, int direction) {
            const Move move = move_of(set_of(cells), direction_of(direction));
            return move ? number_of(move) : -1;
        },
        nb::arg("cells"), nb::arg("direction"), "Return the number of the move of these cells; -1 if there is none.");
    m.def(
        "next_cell",
        [](int cell, int direction) {
            const Cell c = next(cell_of(cell), direction_of(direction));
            return c == NO_CELL ? -1 : id_of(c);
        },
        nb::arg("cell"), nb::arg("direction"), "Return the neighbour of a cell; -1 if it is off the board.");
    nb::class_<MoveIterator>(m, "MoveIterator", nb::type_slots(iterator_slots),
                             nb::sig("class MoveIterator(collections.abc.Iterator[typing.Any])"));
}
