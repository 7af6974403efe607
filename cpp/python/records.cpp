#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <string_view>
#include <tuple>
#include <vector>

#include "sumito/record_text.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

void bind_records(nb::module_& m) {
    nb::class_<RecordTokenizer>(m, "RecordTokenizer")
        .def(nb::init<>())
        .def(
            "feed", [](RecordTokenizer& t, const nb::bytes& piece) { t.feed({piece.c_str(), piece.size()}); },
            nb::arg("piece"))
        .def("finish", &RecordTokenizer::finish)
        .def(
            "next",
            [](RecordTokenizer& t) {
                const Token token = t.next();
                const auto bytes = [](std::string_view text) { return nb::bytes(text.data(), text.size()); };
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
}
