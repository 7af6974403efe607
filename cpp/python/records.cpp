#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "sumito/packed_game.hpp"
#include "sumito/record_end.hpp"
#include "sumito/record_names.hpp"
#include "sumito/record_reader.hpp"
#include "sumito/record_text.hpp"
#include "sumito/record_writer.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

nb::bytes bytes(std::string_view text) {
    return nb::bytes(text.data(), text.size());
}
std::string_view view(const nb::bytes& text) {
    return {text.c_str(), text.size()};
}

int checked_marbles(int marbles) {
    if (marbles < 1 || marbles > CELLS) {
        throw nb::value_error("a game needs 1..61 marbles to eject");
    }
    return marbles;
}

RecordedGame game_at(const std::variant<Setup, multi::Setup>& start, int marbles) {
    return std::visit([marbles](const auto& setup) { return RecordedGame(setup, checked_marbles(marbles)); }, start);
}

} // namespace

void bind_records(nb::module_& m) {
    nb::class_<RecordTokenizer>(m, "RecordTokenizer")
        .def(nb::init<>())
        .def(
            "feed", [](RecordTokenizer& t, const nb::bytes& piece) { t.feed(view(piece)); }, nb::arg("piece"))
        .def("finish", &RecordTokenizer::finish)
        .def(
            "next",
            [](RecordTokenizer& t) {
                const Token token = t.next();
                nb::bytes text = bytes(token.text);
                if (token.kind == TokenKind::TAG) {
                    std::vector<char> value(token.text.size());
                    text = bytes({value.data(), unescape(token.text, value.data())});
                }
                return std::tuple<int, nb::bytes, nb::bytes, int, int, int>(static_cast<int>(token.kind), text,
                                                                            bytes(token.name), token.line, token.column,
                                                                            static_cast<int>(token.problem));
            },
            "kind, text, name, line, column, problem");

    nb::class_<RecordNames>(m, "RecordNames")
        .def(
            "__init__",
            [](RecordNames* self, std::string_view text) {
                new (self) RecordNames;
                if (!self->parse(text)) {
                    self->~RecordNames();
                    throw nb::value_error("not the names of records");
                }
            },
            nb::arg("text"));

    nb::class_<RecordReader>(m, "RecordReader")
        .def(nb::init<const RecordNames&, bool>(), nb::arg("names"), nb::arg("transposed"), nb::keep_alive<1, 2>())
        .def(
            "feed",
            [](RecordReader& r, const nb::bytes& piece) {
                if (!r.feed(view(piece))) {
                    throw nb::value_error("the reader has more events of the last piece");
                }
            },
            nb::arg("piece"))
        .def("finish", &RecordReader::finish)
        .def(
            "next",
            [](RecordReader& r) {
                const RecordEvent e = r.next();
                // One of these has a meaning for each kind.
                const int detail = e.kind == RecordEventKind::COMMENT ? static_cast<int>(e.place)
                                   : e.kind == RecordEventKind::START ? static_cast<int>(e.dialect)
                                                                      : static_cast<int>(e.fault);
                return std::tuple<int, int, int, nb::bytes, nb::bytes, int, int>(
                    static_cast<int>(e.kind), e.number, detail, bytes(e.text), bytes(e.name), e.line, e.column);
            },
            "kind, number, place or dialect or fault, text, name, line, column");

    nb::class_<RecordWriter>(m, "RecordWriter", "Each call returns a RecordFault, 0 if there is none.")
        .def(
            "__init__",
            [](RecordWriter* self, const RecordNames& names, const std::variant<Setup, multi::Setup>& start,
               int marbles, int dialect, const nb::bytes& variant) {
                new (self) RecordWriter(names, game_at(start, marbles), dialect_of(dialect, Dialect::PLAYSTRATEGY),
                                        view(variant));
            },
            nb::arg("names"), nb::arg("start"), nb::arg("marbles_to_eject"), nb::arg("dialect"), nb::arg("variant"),
            nb::keep_alive<1, 2>())
        .def(
            "header",
            [](RecordWriter& w, const nb::bytes& name, const nb::bytes& value) {
                return static_cast<int>(w.header(view(name), view(value)));
            },
            nb::arg("name"), nb::arg("value"))
        .def(
            "comment",
            [](RecordWriter& w, int place, const nb::bytes& text) {
                if (place < 0 || place > static_cast<int>(CommentPlace::CLOSING)) {
                    throw nb::value_error("no such place of a comment");
                }
                return static_cast<int>(w.comment(static_cast<CommentPlace>(place), view(text)));
            },
            nb::arg("place"), nb::arg("text"))
        .def(
            "move", [](RecordWriter& w, int number) { return static_cast<int>(w.move(number)); }, nb::arg("entry"))
        .def(
            "glyph", [](RecordWriter& w, const nb::bytes& text) { return static_cast<int>(w.glyph(view(text))); },
            nb::arg("text"))
        .def("open", [](RecordWriter& w) { return static_cast<int>(w.open()); })
        .def("close", &RecordWriter::close)
        .def(
            "finish", [](RecordWriter& w, const nb::bytes& result) { return static_cast<int>(w.finish(view(result))); },
            nb::arg("result"))
        .def_prop_ro("fault_name", &RecordWriter::fault_name)
        .def("text", [](RecordWriter& w) { return bytes(w.text()); });

    m.def(
        "result_of", [](int winners) { return result_of({.winners = static_cast<std::uint8_t>(winners)}); },
        nb::arg("winners"), "The result of a game that has ended; bit p of the winners is player p.");
    m.def("shown_result", &shown_result, nb::arg("game"),
          "The result if the moves of a game alone show it, else an empty text.");
    m.def(
        "record_move_number",
        [](int ply, int player) {
            if (ply < 0 || ply >= 1 << 30 || player < 0 || player >= PLAYERS) {
                throw nb::value_error("no such ply or player");
            }
            std::array<char, MOVE_NUMBER_SIZE> text;
            const std::size_t size = write_move_number(ply, player, text);
            return std::tuple(move_number(ply, player), std::string(text.data(), size));
        },
        nb::arg("ply"), nb::arg("player"),
        "The number of a player's move after `ply` plies, and its text before the move: `3.` or `3...`.");
    m.def(
        "resume",
        [](const std::variant<Setup, multi::Setup>& start, const std::vector<int>& entries, int marbles,
           const nb::bytes& result, const nb::bytes& termination) {
            const Resumption found = resume(game_at(start, marbles), entries, view(result), view(termination));
            return std::tuple<bool, int, int, int>(found.legal, found.rules.repetition,
                                                   static_cast<int>(found.outcome.termination), found.outcome.winners);
        },
        nb::arg("start"), nb::arg("entries"), nb::arg("marbles_to_eject"), nb::arg("result"), nb::arg("termination"),
        "Whether the moves are legal, the rule of repetition, the termination, the winners.");
    m.def(
        "pack",
        [](const std::variant<Setup, multi::Setup>& start, const std::vector<int>& entries, int marbles,
           const nb::bytes& result, int termination) {
            if (termination < 0 || termination > static_cast<int>(Termination::TIME)) {
                throw nb::value_error("no such termination");
            }
            const RecordedGame game = game_at(start, marbles);
            const auto number = game.read_result(view(result));
            if (!number) {
                throw nb::value_error("no such result");
            }
            std::vector<char> out;
            const PackingProblem problem = pack({game, entries, *number, static_cast<Termination>(termination)}, out);
            return std::tuple(static_cast<int>(problem), std::string(out.data(), out.size()));
        },
        nb::arg("start"), nb::arg("entries"), nb::arg("marbles_to_eject"), nb::arg("result"), nb::arg("termination"),
        "The code of the problem (0: none), and the text of the game.");
    m.def(
        "unpack",
        [](std::string_view text) {
            PackedGame game;
            const PackingProblem problem = unpack(text, game);
            std::array<char, POSITION_TEXT_SIZE> start;
            const std::size_t size = game.start.write_start(PositionForm::FEN, start);
            std::array<char, multi::TOKEN_SIZE> result;
            return std::tuple(static_cast<int>(problem), std::string(start.data(), size), game.entries,
                              game.start.rules().marbles_to_eject, std::string(game.start.result(game.result, result)),
                              static_cast<int>(game.termination));
        },
        nb::arg("text"),
        "The code of the problem (0: none), the start as text, the entries, the marbles to eject, the result, the "
        "termination.");
}
