#include "sumito/record_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "sumito/multi/position_text.hpp"
#include "sumito/position_text.hpp"

namespace sumito {
namespace {

constexpr std::size_t WIDTH = 79;
constexpr std::size_t LONGEST = RecordTokenizer::LONGEST - 2; // bytes of a comment or a tag

bool holds(std::string_view text, char c) {
    return text.find(c) != std::string_view::npos;
}

// In characters.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_tag_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

bool is_glyph(std::string_view text) {
    if (text.size() > RecordTokenizer::LONGEST) {
        return false;
    }
    if (text.starts_with('$')) {
        text.remove_prefix(1);
        return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    }
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c == '!' || c == '?'; });
}

// Whether a tag has the name of a player of two.
bool is_name_of_player(std::string_view tag) {
    return tag == "Black" || tag == "White";
}

void append(std::vector<char>& out, std::string_view text) {
    out.insert(out.end(), text.begin(), text.end());
}

// A whole number as text.
struct Digits {
    std::array<char, 12> buffer;
    std::size_t size;

    explicit Digits(int number) : buffer{}, size(0) {
        size = static_cast<std::size_t>(std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr -
                                        buffer.data());
    }
    std::string_view text() const { return {buffer.data(), size}; }
};

} // namespace

RecordWriter::RecordWriter(const RecordNames& names, const RecordedGame& start, Dialect dialect,
                           std::string_view variant)
    : names_(names), dialect_(dialect), variant_(variant.begin(), variant.end()), game_(start) {}

RecordFault RecordWriter::header(std::string_view name, std::string_view value) {
    if (!is_tag_name(name)) {
        return RecordFault::BAD_TAG_NAME;
    }
    if (holds(value, '\n') || holds(value, '\r')) {
        return RecordFault::TAG_LINE_BREAK;
    }
    if (is_own_tag(name, dialect_)) {
        return RecordFault::OWN_TAG;
    }
    if (is_pgn() &&
        std::ranges::find(names_.renamings, name, &RecordNames::Renaming::in_pgn) != names_.renamings.end()) {
        return RecordFault::PGN_TAG;
    }
    const std::size_t from = header_text_.size();
    append(header_text_, name);
    append(header_text_, value);
    headers_.push_back({from, from + name.size(), header_text_.size()});
    return RecordFault::NONE;
}

// The word is complete. A comment's own line breaks stay.
void RecordWriter::end_word() {
    if (word_.empty()) {
        return;
    }
    const std::string_view word{word_.data(), word_.size()};
    const std::size_t first = width(word.substr(0, word.find('\n')));
    const bool fits = column_ + 1 + first <= WIDTH;
    if (word != ")" && column_ > 0) {
        moves_.push_back(fits ? ' ' : '\n');
        column_ = fits ? column_ + 1 : 0;
    }
    append(moves_, word);
    const std::size_t last_break = word.rfind('\n');
    column_ = last_break == std::string_view::npos ? column_ + width(word) : width(word.substr(last_break + 1));
    word_.clear();
}

void RecordWriter::add_number() {
    if (game_.begins_round() || needs_number_) {
        std::array<char, MOVE_NUMBER_SIZE> text;
        add({text.data(), game_.write_number(text)});
    }
}

// The players who have left without a choice come after all that belongs to the move.
void RecordWriter::add_followers() {
    end_word();
    std::array<char, multi::MOST_PLAYERS * multi::TOKEN_SIZE> text;
    if (const std::size_t size = followed_ ? game_.write_followers(text) : 0; size > 0) {
        add({text.data(), size});
        end_word();
        after_move_ = false;
    }
    followed_ = false;
}

RecordFault RecordWriter::comment(CommentPlace place, std::string_view text) {
    end_word();
    if (place == CommentPlace::BEFORE) {
        add_followers();
    }
    if (place == CommentPlace::AFTER && !after_close_) {
        return RecordFault::COMMENT_AFTER_MOVE;
    }
    const bool line = holds(text, '}');
    if (line && holds(text, '\n')) {
        return RecordFault::BAD_COMMENT;
    }
    if (text.find(NEXT_GAME) != std::string_view::npos) {
        return RecordFault::COMMENT_BEGINS_RECORD;
    }
    if (place == CommentPlace::BEFORE && !has_number_) {
        needs_number_ = has_number_ = true;
        add(opening_ ? "(" : "");
        add_number();
        opening_ = false;
        end_word();
    }
    // The rest of a line cannot hold a line break, and the reader counts one carriage return to its end.
    add(line ? ";" : "{");
    add(text);
    add(!line ? "}" : text.ends_with('\r') ? "\r\n" : "\n");
    if (word_.size() > LONGEST + 2) {
        return RecordFault::COMMENT_TOO_LONG;
    }
    end_word();
    needs_number_ = needs_number_ || place == CommentPlace::MOVE;
    after_move_ = false;
    return RecordFault::NONE;
}

RecordFault RecordWriter::move(int number) {
    add_followers();
    if (!game_.can_enter(number)) {
        return RecordFault::ILLEGAL_MOVE;
    }
    if (!has_number_) {
        add(opening_ ? "(" : "");
        add_number();
        add(word_.empty() ? "" : " ");
    }
    std::array<char, ENTRY_TEXT_SIZE> text;
    add({text.data(), game_.write(number, dialect_, text)});
    game_.enter(number);
    opening_ = needs_number_ = has_number_ = after_close_ = false;
    after_move_ = followed_ = true;
    return RecordFault::NONE;
}

// A sign such as !? is a part of the move's word.
RecordFault RecordWriter::glyph(std::string_view text) {
    if (!is_glyph(text)) {
        return RecordFault::BAD_GLYPH;
    }
    if (!after_move_ || text.starts_with('$')) {
        end_word();
    }
    add(text);
    after_move_ = false;
    return RecordFault::NONE;
}

RecordFault RecordWriter::open() {
    add_followers();
    const std::size_t base = open_.empty() ? 0 : open_.back().length;
    if (game_.length() <= base) {
        return RecordFault::VARIATION_WITHOUT_MOVE;
    }
    const int replaced = game_.undo();
    open_.push_back({game_.length(), replaced});
    opening_ = needs_number_ = true;
    after_close_ = after_move_ = false;
    return RecordFault::NONE;
}

void RecordWriter::close() {
    add_followers();
    if (open_.empty()) {
        return;
    }
    while (game_.length() > open_.back().length) {
        game_.undo();
    }
    game_.enter(open_.back().replaced);
    open_.pop_back();
    add(")");
    end_word();
    needs_number_ = after_close_ = true;
    after_move_ = opening_ = followed_ = false;
}

std::string_view RecordWriter::in_pgn(std::string_view name) const {
    const auto at = std::ranges::find(names_.renamings, name, &RecordNames::Renaming::name);
    return at == names_.renamings.end() ? name : at->in_pgn;
}

bool RecordWriter::has_header(std::string_view name) const {
    return std::ranges::any_of(headers_, [this, name](const Header& each) { return name_of(each) == name; });
}

RecordFault RecordWriter::check_headers() {
    for (const std::string_view name : names_.required) {
        const bool needed = !is_own_tag(name, dialect_) && (!game_.is_several() || !is_name_of_player(name));
        if (needed && !has_header(name)) {
            fault_name_ = name;
            return RecordFault::MISSING_TAGS;
        }
    }
    const int players = game_.is_several() ? game_.several()->position().players : 0;
    for (int player = 0; player < players; ++player) {
        fault_name_ = multi::tag_of(game_.several()->position(), player);
        if (!has_header(fault_name_)) {
            return RecordFault::MISSING_TAGS;
        }
    }
    return RecordFault::NONE;
}

// The name of the start; empty if it has none.
std::string_view RecordWriter::variant_of_start() const {
    if (!game_.is_several()) {
        const Variant* own = names_.variant_of(game_.two().start());
        return own != nullptr ? own->name : std::string_view{};
    }
    for (const auto& [name, text] : names_.several) {
        multi::Setup start;
        if (!multi::read_position(text, start) && start == game_.several()->start()) {
            return name;
        }
    }
    return {};
}

void RecordWriter::add_tag(std::string_view name, std::string_view value) {
    append(tags_, "[");
    append(tags_, name);
    append(tags_, " \"");
    for (const char c : value) {
        if (c == '\\' || c == '"') {
            tags_.push_back('\\');
        }
        tags_.push_back(c);
    }
    append(tags_, "\"]\n");
}

RecordFault RecordWriter::write_tags(std::string_view result) {
    const std::string_view claimed{variant_.data(), variant_.size()};
    const std::string_view own = variant_of_start();
    const bool known =
        game_.is_several() ? !names_.start_of_several(claimed).empty() : names_.variant(claimed) != nullptr;
    if (!is_pgn() && !claimed.empty() && claimed != names_.custom && !known) {
        return RecordFault::UNKNOWN_VARIANT;
    }
    struct Line {
        std::string_view name, value;
        bool written = false;
    };
    std::vector<Line> lines;
    lines.reserve(headers_.size() + 8);
    for (const Header& each : headers_) {
        lines.push_back({is_pgn() ? in_pgn(name_of(each)) : name_of(each), value_of(each)});
    }
    const std::string_view variant = is_pgn()           ? "Abalone"
                                     : !claimed.empty() ? claimed
                                     : !own.empty()     ? own
                                                        : names_.custom;
    const bool with_position = is_pgn() ? own != names_.pgn_variant : !claimed.empty() || variant == names_.custom;
    const Digits plies(static_cast<int>(game_.length()));
    const Digits marbles(game_.rules().marbles_to_eject);
    std::array<char, POSITION_TEXT_SIZE> position{};
    const std::size_t size = game_.write_start(is_pgn() ? PositionForm::FEN : PositionForm::APGN, position);
    lines.push_back({"Variant", variant});
    std::array<char, multi::MOST_PLAYERS> players{};
    if (game_.is_several()) {
        const std::size_t count = multi::write_players(game_.several()->start().position, players);
        lines.push_back({"Players", {players.data(), count}});
    }
    lines.push_back({"Result", result});
    if (!is_pgn()) {
        lines.push_back({"Notation", names_.notations[static_cast<std::size_t>(dialect_)]});
        lines.push_back({"Plies", plies.text()});
    }
    if (game_.rules().marbles_to_eject != Rules{}.marbles_to_eject) {
        lines.push_back({"MarblesToEject", marbles.text()});
    }
    if (with_position) {
        lines.push_back({"SetUp", "1"});
        lines.push_back({is_pgn() ? "FEN" : "Position", {position.data(), size}});
    }
    const auto write = [this](Line& line) {
        if (line.written) {
            return true;
        }
        const std::size_t before = tags_.size();
        add_tag(line.name, line.value);
        line.written = true;
        fault_name_ = line.name;
        return tags_.size() - before <= LONGEST;
    };
    for (const std::string_view name : is_pgn() ? names_.pgn_order : names_.apgn_order) {
        const auto at = std::ranges::find(lines, name, &Line::name);
        if (at != lines.end() && !write(*at)) {
            return RecordFault::TAG_TOO_LONG;
        }
    }
    return std::ranges::all_of(lines, write) ? RecordFault::NONE : RecordFault::TAG_TOO_LONG;
}

RecordFault RecordWriter::finish(std::string_view result) {
    add_followers();
    if (is_pgn() && game_.is_several()) {
        return RecordFault::BAD_NOTATION;
    }
    if (!game_.read_result(result)) {
        return RecordFault::BAD_RESULT;
    }
    std::string_view termination;
    for (const Header& each : headers_) {
        termination = name_of(each) == "Termination" ? value_of(each) : termination;
    }
    if (const RecordFault found = game_.end_fault(result, termination); found != RecordFault::NONE) {
        return found;
    }
    if (const RecordFault found = check_headers(); found != RecordFault::NONE) {
        return found;
    }
    add(result);
    end_word();
    after_move_ = after_close_ = false;
    return write_tags(result);
}

std::string_view RecordWriter::text() {
    end_word();
    text_ = tags_;
    text_.push_back('\n');
    append(text_, {moves_.data(), moves_.size()});
    if (column_ > 0) {
        text_.push_back('\n');
    }
    return {text_.data(), text_.size()};
}

} // namespace sumito
