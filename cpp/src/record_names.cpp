#include "sumito/record_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "sumito/position_text.hpp"

namespace sumito {
namespace {

constexpr std::array<std::string_view, 8> TERMINATIONS{"",        "ejection",    "repetition", "ply_cap",
                                                       "blocked", "resignation", "agreement",  "time"};

// Cuts off and returns the text up to `end`, or all of it.
std::string_view take(std::string_view& text, char end) {
    const std::size_t size = std::min(text.find(end), text.size());
    const std::string_view part = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    return part;
}

} // namespace

std::string_view result_of(Outcome outcome) {
    return outcome.winners == 1 ? RESULTS[0] : outcome.winners == 2 ? RESULTS[1] : RESULTS[2];
}

Termination termination_named(std::string_view name) {
    const auto at = std::ranges::find(TERMINATIONS, name);
    return at == TERMINATIONS.end() ? Termination::NONE : static_cast<Termination>(at - TERMINATIONS.begin());
}

std::string_view termination_name(Termination termination) {
    return TERMINATIONS[static_cast<std::size_t>(termination)];
}

std::size_t write_move_number(int ply, int player, std::span<char> out) {
    char* end = std::to_chars(out.data(), out.data() + out.size(), move_number(ply, player)).ptr;
    end = std::fill_n(end, player == 0 ? 1 : 3, '.');
    return static_cast<std::size_t>(end - out.data());
}

bool RecordNames::parse(std::string_view text) {
    text_.assign(text.begin(), text.end());
    std::string_view rest{text_.data(), text_.size()};
    while (!rest.empty()) {
        std::string_view line = take(rest, '\n');
        const std::string_view kind = take(line, '\t');
        const std::string_view name = take(line, '\t');
        const std::string_view value = line;
        if (kind == "variant") {
            Variant variant{name, !value.empty()};
            if (variant.has_start && read_position(PositionForm::FEN, value, variant.start)) {
                return false;
            }
            variants.push_back(variant);
        } else if (kind == "several") {
            several.push_back({name, value});
        } else if (kind == "custom") {
            custom = name;
        } else if (kind == "pgn_variant") {
            pgn_variant = name;
        } else if (kind == "notation") {
            notations.push_back(name);
        } else if (kind == "required") {
            required.push_back(name);
        } else if (kind == "apgn") {
            apgn_order.push_back(name);
        } else if (kind == "pgn") {
            pgn_order.push_back(name);
        } else if (kind == "renaming") {
            renamings.push_back({name, value});
        } else {
            return false;
        }
    }
    const Variant* start = variant(pgn_variant);
    return start != nullptr && start->has_start && !custom.empty() && notations.size() == 2;
}

const Variant* RecordNames::variant(std::string_view name) const {
    const auto at = std::ranges::find(variants, name, &Variant::name);
    return at == variants.end() ? nullptr : &*at;
}

std::string_view RecordNames::start_of_several(std::string_view name) const {
    const auto at = std::ranges::find(several, name, &Several::name);
    return at == several.end() ? std::string_view{} : at->position;
}

const Variant* RecordNames::variant_of(const Setup& start) const {
    const auto at = std::ranges::find_if(
        variants, [&start](const Variant& each) { return each.has_start && each.start.position == start.position; });
    return at == variants.end() ? nullptr : &*at;
}

} // namespace sumito
