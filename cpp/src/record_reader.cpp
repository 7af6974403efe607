#include "sumito/record_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "sumito/multi/position_text.hpp"
#include "sumito/position_text.hpp"

namespace sumito {
namespace {

constexpr std::size_t LONGEST_MOVE = 40;
constexpr std::size_t SHOWN = 164; // bytes of a text at fault: 40 characters and one more
constexpr std::string_view PGN_VARIANT = "Abalone";
constexpr std::string_view USUAL_VARIANT = "standard"; // of a record without a variant and a position
constexpr std::string_view GRAND = "grandabalone";

constexpr std::uint64_t hash_of(std::string_view name) { // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
}

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Without spaces, in lower case.
bool is_grand(std::string_view variant) {
    std::size_t at = 0;
    for (const char c : variant) {
        if (c == ' ' || c == '\t') {
            continue;
        }
        if (at == GRAND.size() || lower(c) != GRAND[at]) {
            return false;
        }
        ++at;
    }
    return at == GRAND.size();
}

} // namespace

bool is_utf8(std::string_view bytes) {
    const auto byte = [bytes](std::size_t at) {
        return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
    };
    for (std::size_t at = 0; at < bytes.size();) {
        const unsigned first = byte(at);
        const std::size_t size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        // The second byte excludes overlong forms, surrogates and what is beyond the last character.
        const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if ((size > 1 && (first < 0xC2 || first > 0xF4 || byte(at + 1) < least || byte(at + 1) > most)) ||
            (size > 2 && (byte(at + 2) & 0xC0) != 0x80) || (size > 3 && (byte(at + 3) & 0xC0) != 0x80)) {
            return false;
        }
        at += size;
    }
    return true;
}

bool is_own_tag(std::string_view name, Dialect dialect) {
    constexpr std::array<std::string_view, 7> own{"Variant",        "Result",   "SetUp",  "Plies",
                                                  "MarblesToEject", "Notation", "Players"};
    return std::ranges::find(own, name) != own.end() ||
           name == (dialect == Dialect::PLAYSTRATEGY ? std::string_view("FEN") : std::string_view("Position"));
}

RecordEvent RecordReader::event(RecordEventKind kind) const {
    RecordEvent made{.kind = kind};
    made.line = last_.line;
    made.column = last_.column;
    return made;
}

// A fault at a tag is where that tag is.
RecordEvent RecordReader::fault(RecordFault fault, std::string_view text, std::string_view tag_name, int ply) {
    faulty_ = true;
    RecordEvent made = event(RecordEventKind::FAULT);
    made.fault = fault;
    made.text = text.substr(0, SHOWN);
    made.name = tag_name;
    made.number = ply;
    if (!tag_name.empty()) {
        const Tag* at = tag(tag_name);
        const Place place = at != nullptr ? at->place : first_;
        made.line = place.line;
        made.column = place.column;
    }
    return made;
}

void RecordReader::reset() {
    in_game_ = faulty_ = in_moves_ = ended_ = numbered_ = closed_ = false;
    tags_.clear();
    slots_.clear();
    tag_text_.clear();
    open_.clear();
    drop_held();
    headers_ = base_ = 0;
}

void RecordReader::drop_held() {
    held_.clear();
    held_ends_.clear();
    told_ = 0;
}

bool RecordReader::feed(std::string_view piece) {
    if (stage_ != Stage::NEXT_TOKEN) {
        return false;
    }
    tokens_.feed(piece);
    return true;
}

RecordEvent RecordReader::next() {
    for (;;) {
        switch (stage_) {
        case Stage::NEXT_TOKEN:
            token_ = tokens_.next();
            if (token_.kind == TokenKind::MORE || token_.kind == TokenKind::END) {
                const bool more = token_.kind == TokenKind::MORE;
                return {.kind = more ? RecordEventKind::MORE : RecordEventKind::END};
            }
            stage_ = Stage::TOKEN;
            if (!in_game_) {
                in_game_ = true;
                first_ = last_ = {token_.line, token_.column};
                return event(RecordEventKind::GAME_BEGIN);
            }
            break;
        case Stage::TOKEN:
            if (const RecordEvent made = take_token(); made.kind != RecordEventKind::MORE) {
                return made;
            }
            break;
        case Stage::HEADERS:
            if (const RecordEvent made = header(); made.kind != RecordEventKind::MORE) {
                return made;
            }
            stage_ = Stage::TOKEN;
            break;
        case Stage::BEFORE_MOVE:
        case Stage::RELEASE:
            if (told_ < held_ends_.size()) {
                return held_comment(stage_ == Stage::BEFORE_MOVE ? CommentPlace::BEFORE : place_of_comment());
            }
            drop_held();
            stage_ = stage_ == Stage::RELEASE ? Stage::TOKEN : Stage::NEXT_TOKEN;
            break;
        case Stage::GAME_END:
            reset();
            stage_ = Stage::NEXT_TOKEN;
            return event(RecordEventKind::GAME_END);
        }
    }
}

// MORE stands for no event.
RecordEvent RecordReader::take_token() {
    stage_ = Stage::NEXT_TOKEN;
    if (token_.kind == TokenKind::GAME_END) {
        stage_ = Stage::GAME_END;
        if (faulty_ || ended_) {
            return {};
        }
        if (in_moves_) {
            return fault(RecordFault::RESULT_MISSING);
        }
        stage_ = Stage::TOKEN; // the tags may have another fault
        return begin();
    }
    if (faulty_) {
        return {};
    }
    last_ = {token_.line, token_.column};
    if (token_.kind == TokenKind::TAG) {
        return take_tag();
    }
    if (token_.kind == TokenKind::BAD) {
        const bool utf16 = token_.line == 1 && token_.column == 1 &&
                           (token_.text.starts_with("\xff\xfe") || token_.text.starts_with("\xfe\xff"));
        return utf16 ? fault(RecordFault::UTF16) : fault(static_cast<RecordFault>(token_.problem), token_.text);
    }
    return in_moves_ ? take_in_moves() : begin();
}

RecordEvent RecordReader::take_tag() {
    text_.resize(token_.text.size());
    const std::string_view found{text_.data(), unescape(token_.text, text_.data())};
    if (!is_utf8(found)) {
        return fault(RecordFault::NOT_UTF8, found);
    }
    if (tag(token_.name) != nullptr) {
        return fault(RecordFault::TAG_TWICE, token_.name);
    }
    if (found.find('\r') != std::string_view::npos) {
        return fault(RecordFault::TAG_LINE_BREAK, token_.name);
    }
    add_tag(token_.name, found);
    RecordEvent told = event(RecordEventKind::TAG);
    told.name = token_.name;
    told.text = found;
    return told;
}

const RecordReader::Tag* RecordReader::tag(std::string_view name) const {
    if (tags_.empty()) {
        return nullptr;
    }
    const std::uint32_t found = slots_[slot_of(name, hash_of(name))];
    return found == 0 ? nullptr : &tags_[found - 1];
}

// The slot of the tag with this name, or the free one where it belongs.
std::size_t RecordReader::slot_of(std::string_view name, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash) & mask;
    while (slots_[at] != 0 && (tags_[slots_[at] - 1].hash != hash || name_of(tags_[slots_[at] - 1]) != name)) {
        at = (at + 1) & mask;
    }
    return at;
}

void RecordReader::add_tag(std::string_view name, std::string_view value) {
    const std::size_t from = tag_text_.size();
    tag_text_.insert(tag_text_.end(), name.begin(), name.end());
    tag_text_.insert(tag_text_.end(), value.begin(), value.end());
    tags_.push_back({hash_of(name), from, name.size(), from + name.size(), value.size(), last_});
    std::size_t first = tags_.size() - 1;
    if (2 * tags_.size() > slots_.size()) {
        slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
        first = 0;
    }
    for (std::size_t i = first; i < tags_.size(); ++i) {
        slots_[slot_of(name_of(tags_[i]), tags_[i].hash)] = static_cast<std::uint32_t>(i + 1);
    }
}

std::string_view RecordReader::value(std::string_view name, std::string_view otherwise) const {
    const Tag* found = tag(name);
    return found != nullptr ? value_of(*found) : otherwise;
}

// The tags are complete: where does the game start, and how are its moves written?
RecordEvent RecordReader::begin() {
    pgn_ = tag("Notation") == nullptr &&
           ((tag("P1") != nullptr && tag("P2") != nullptr) || value("Variant") == PGN_VARIANT);
    const std::string_view claimed = value("Result", UNKNOWN_RESULT);
    const bool several = tag("Players") != nullptr && !pgn_;
    if (!several && !RecordedGame().read_result(claimed)) {
        return fault(RecordFault::BAD_RESULT, claimed, "Result");
    }
    std::string_view text;
    std::string_view name;
    if (const RecordFault found = read_start(text, name); found != RecordFault::NONE) {
        return fault(found, text, name);
    }
    if (!game_.read_result(claimed)) {
        return fault(RecordFault::BAD_RESULT, claimed, "Result");
    }
    in_moves_ = true;
    stage_ = Stage::HEADERS;
    RecordEvent made = event(RecordEventKind::START);
    text_.resize(POSITION_TEXT_SIZE);
    const std::size_t size =
        game_.write_start(PositionForm::FEN, std::span<char, POSITION_TEXT_SIZE>(text_.data(), text_.size()));
    made.text = {text_.data(), size};
    made.number = game_.rules().marbles_to_eject;
    made.dialect = dialect_;
    made.name = !pgn_ && tag("Position") != nullptr ? value("Variant") : std::string_view();
    return made;
}

// Sets up game and dialect, or gives the text and the tag that are at fault.
RecordFault RecordReader::read_start(std::string_view& text, std::string_view& name) {
    int marbles = 6;
    if (read_number("MarblesToEject", 1, CELLS, marbles) != RecordFault::NONE) {
        name = "MarblesToEject";
        text = value(name);
        return RecordFault::BAD_NUMBER;
    }
    if (pgn_) {
        for (const auto& [ours, theirs] : names_.renamings) {
            if (tag(ours) != nullptr && tag(theirs) != nullptr) {
                name = ours;
                text = theirs;
                return RecordFault::SAME_TAGS;
            }
        }
    }
    // A PGN has no notation. In another record without one, the moves may be in any.
    read_as_ = dialect_ = pgn_ ? Dialect::PLAYSTRATEGY : Dialect::ABA_PRO;
    if (tag("Notation") != nullptr) {
        const auto notation = std::ranges::find(names_.notations, value("Notation"));
        if (notation == names_.notations.end()) {
            name = "Notation";
            text = value(name);
            return RecordFault::BAD_NOTATION;
        }
        read_as_ = dialect_ = static_cast<Dialect>(notation - names_.notations.begin());
    } else if (!pgn_ || transposed_) {
        read_as_ = Dialect::ANY;
    }
    if (tag("Players") != nullptr && !pgn_) {
        return read_start_of_several(marbles, text, name);
    }
    const std::string_view position_tag = pgn_ ? "FEN" : "Position";
    const Tag* position = tag(position_tag);
    const std::string_view usual = pgn_ ? PGN_VARIANT : position != nullptr ? names_.custom : USUAL_VARIANT;
    const std::string_view variant = value("Variant", usual);
    const Variant* known = names_.variant(pgn_ ? names_.pgn_variant : variant);
    name = "Variant";
    text = variant;
    if (pgn_ && is_grand(variant)) {
        return RecordFault::GRAND_ABALONE;
    }
    if (pgn_ ? variant != PGN_VARIANT : variant != names_.custom && known == nullptr) {
        return RecordFault::UNKNOWN_VARIANT;
    }
    const bool needs_set_up = tag("Variant") != nullptr && value("SetUp") != "1";
    if (!pgn_ && variant == names_.custom && (position == nullptr || needs_set_up)) {
        return RecordFault::NEEDS_POSITION;
    }
    if (position == nullptr && !known->has_start) {
        return RecordFault::NEEDS_POSITION;
    }
    Setup start;
    if (position == nullptr) {
        start = known->start;
    } else {
        name = position_tag;
        text = value_of(*position);
        if (read_position(pgn_ ? PositionForm::FEN : PositionForm::APGN, text, start)) {
            return RecordFault::BAD_POSITION;
        }
    }
    game_ = RecordedGame(start, marbles);
    return game_.problems() == 0 ? RecordFault::NONE : RecordFault::IMPOSSIBLE_POSITION;
}

RecordFault RecordReader::read_start_of_several(int marbles, std::string_view& text, std::string_view& name) {
    const Tag* position = tag("Position");
    name = "Variant";
    text = value("Variant", names_.custom);
    std::string_view start_text = names_.start_of_several(text);
    if (text != names_.custom && start_text.empty()) {
        return RecordFault::UNKNOWN_VARIANT;
    }
    if (position == nullptr && start_text.empty()) {
        return RecordFault::NEEDS_POSITION;
    }
    if (position != nullptr) {
        name = "Position";
        text = start_text = value_of(*position);
    }
    multi::Setup start;
    if (!multi::has_players(start_text) || multi::read_position(start_text, start)) {
        return RecordFault::BAD_POSITION;
    }
    game_ = RecordedGame(start, marbles);
    if (game_.problems() != 0) {
        return RecordFault::IMPOSSIBLE_POSITION;
    }
    name = "Players";
    text = value(name);
    std::array<char, multi::MOST_PLAYERS> letters;
    return text == std::string_view{letters.data(), multi::write_players(start.position, letters)}
               ? RecordFault::NONE
               : RecordFault::BAD_PLAYERS;
}

// Leaves the value as it is if there is no such tag.
RecordFault RecordReader::read_number(std::string_view name, int least, int most, int& number) const {
    const Tag* found = tag(name);
    if (found == nullptr) {
        return RecordFault::NONE;
    }
    const std::string_view text = value_of(*found);
    int read = -1;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (text.size() > 9 || status != std::errc{} || end != text.data() + text.size() || text.starts_with('-') ||
        read < least || read > most) {
        return RecordFault::BAD_NUMBER;
    }
    number = read;
    return RecordFault::NONE;
}

RecordEvent RecordReader::header() {
    while (headers_ < tags_.size()) {
        const Tag& each = tags_[headers_++];
        std::string_view name = name_of(each);
        if (pgn_) {
            const auto at = std::ranges::find(names_.renamings, name, &RecordNames::Renaming::in_pgn);
            name = at != names_.renamings.end() ? at->name : name;
        }
        if (!is_own_tag(name, dialect_)) {
            RecordEvent made = event(RecordEventKind::HEADER);
            made.name = name;
            made.text = value_of(each);
            return made;
        }
    }
    return {};
}

CommentPlace RecordReader::place_of_comment() const {
    return ended_    ? CommentPlace::CLOSING
           : closed_ ? CommentPlace::AFTER
           : begun() ? CommentPlace::MOVE
                     : CommentPlace::RECORD;
}

// The next comment that has waited for a move.
RecordEvent RecordReader::held_comment(CommentPlace place) {
    const std::size_t from = told_ == 0 ? 0 : held_ends_[told_ - 1];
    RecordEvent made = event(RecordEventKind::COMMENT);
    made.place = place;
    made.text = {held_.data() + from, held_ends_[told_++] - from};
    return made;
}

RecordEvent RecordReader::take_in_moves() {
    if (token_.kind == TokenKind::COMMENT) {
        return take_comment();
    }
    if (ended_) {
        return fault(RecordFault::AFTER_RESULT, token_.text);
    }
    switch (token_.kind) {
    case TokenKind::MOVE:
        return take_move();
    case TokenKind::NUMBER:
        numbered_ = true;
        return {};
    case TokenKind::GLYPH: {
        if (!begun()) {
            return fault(RecordFault::GLYPH_WITHOUT_MOVE, token_.text);
        }
        RecordEvent made = event(RecordEventKind::GLYPH);
        made.text = token_.text;
        return made;
    }
    case TokenKind::OPEN:
        if (!begun()) {
            return fault(RecordFault::VARIATION_WITHOUT_MOVE);
        }
        break;
    case TokenKind::CLOSE:
        if (open_.empty() || !begun()) {
            return fault(open_.empty() ? RecordFault::VARIATION_NOT_OPENED : RecordFault::EMPTY_VARIATION);
        }
        break;
    default:
        if (!open_.empty()) {
            return fault(RecordFault::VARIATION_NOT_CLOSED);
        }
    }
    // A number, comments and then no move: the comments belong to what stood before the number.
    numbered_ = false;
    if (!held_ends_.empty()) {
        stage_ = Stage::RELEASE;
        return {};
    }
    return token_.kind == TokenKind::OPEN ? open() : token_.kind == TokenKind::CLOSE ? close() : result();
}

RecordEvent RecordReader::take_comment() {
    const std::string_view text = token_.text;
    if (!is_utf8(text)) {
        return fault(RecordFault::NOT_UTF8, text);
    }
    if (!ended_ && comments_wait()) {
        held_.insert(held_.end(), text.begin(), text.end());
        held_ends_.push_back(held_.size());
        return {};
    }
    RecordEvent made = event(RecordEventKind::COMMENT);
    made.place = place_of_comment();
    made.text = text;
    return made;
}

RecordEvent RecordReader::take_move() {
    const std::string_view text = token_.text;
    const int ply = static_cast<int>(game_.length()) + 1;
    if (text.size() > LONGEST_MOVE) {
        return fault(RecordFault::NOT_A_MOVE, text, {}, ply);
    }
    if (!is_utf8(text)) {
        return fault(RecordFault::NOT_UTF8, text, {}, ply);
    }
    const EntryReading reading = game_.read(text, read_as_, transposed_);
    if (reading.fault != RecordFault::NONE) {
        return fault(reading.fault, text, {}, ply);
    }
    if (reading.follows) {
        return {};
    }
    game_.enter(reading.number);
    numbered_ = closed_ = false;
    stage_ = held_ends_.empty() ? Stage::NEXT_TOKEN : Stage::BEFORE_MOVE;
    RecordEvent made = event(RecordEventKind::MOVE);
    made.number = reading.number;
    return made;
}

RecordEvent RecordReader::open() {
    open_.push_back({base_, game_.undo()});
    base_ = game_.length();
    closed_ = false;
    return event(RecordEventKind::OPEN);
}

RecordEvent RecordReader::close() {
    while (begun()) {
        game_.undo();
    }
    game_.enter(open_.back().replaced);
    base_ = open_.back().base;
    open_.pop_back();
    closed_ = true;
    return event(RecordEventKind::CLOSE);
}

RecordEvent RecordReader::result() {
    const std::string_view text = token_.text;
    const std::string_view claimed = value("Result", text);
    if (!game_.read_result(text)) {
        return fault(RecordFault::BAD_RESULT, text);
    }
    if (text != claimed) {
        return fault(RecordFault::RESULT_DIFFERS, text);
    }
    if (const RecordFault found = game_.end_fault(text, value("Termination")); found != RecordFault::NONE) {
        return fault(found, text);
    }
    int plies = static_cast<int>(game_.length());
    if (read_number("Plies", 0, 999'999'999, plies) != RecordFault::NONE) {
        return fault(RecordFault::BAD_NUMBER, value("Plies"), "Plies");
    }
    if (plies != static_cast<int>(game_.length())) {
        return fault(RecordFault::PLIES_DIFFER, value("Plies"), "Plies");
    }
    ended_ = true;
    RecordEvent made = event(RecordEventKind::RESULT);
    made.text = text;
    return made;
}

} // namespace sumito
