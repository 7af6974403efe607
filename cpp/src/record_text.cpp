#include "sumito/record_text.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sumito {
namespace {

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
constexpr bool ends_word(char c) {
    return is_space(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '[' || c == ']' ||
           c == '$' || c == '!' || c == '?';
}

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

template <typename Test>
std::size_t length_while(std::string_view text, std::size_t from, Test test) {
    std::size_t n = from;
    while (n < text.size() && test(text[n])) {
        ++n;
    }
    return n;
}

} // namespace

void RecordTokenizer::feed(std::string_view piece) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = 0;
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
}

void RecordTokenizer::advance(std::size_t size) {
    for (const char c : rest().substr(0, size)) {
        if (c == '\n') {
            ++line_;
            column_ = 1;
            line_blank_ = true;
        } else {
            column_ += column_ < std::numeric_limits<int>::max() ? 1 : 0;
            line_blank_ = line_blank_ && is_space(c);
        }
    }
    at_ += size;
}

Token RecordTokenizer::make(TokenKind kind, std::size_t size, std::string_view text, std::string_view name) {
    const Token token{kind, RecordProblem::NONE, line_, column_, text, name};
    begun_ = true;
    ended_ = kind == TokenKind::RESULT || (ended_ && kind == TokenKind::COMMENT);
    advance(size);
    return token;
}

Token RecordTokenizer::bad(RecordProblem problem, std::size_t size) {
    Token token = make(TokenKind::BAD, size, rest().substr(0, size));
    token.problem = problem;
    skipping_ = true;
    skip_tags_ = !in_moves_;
    return token;
}

Token RecordTokenizer::game_end() {
    begun_ = in_moves_ = ended_ = skipping_ = skip_tags_ = false;
    return {TokenKind::GAME_END, RecordProblem::NONE, line_, column_, {}, {}};
}

// A tag begins a line, blanks aside, and its name begins with a letter: comments such as [%clk ...] do not look like
// one.
bool RecordTokenizer::at_tag() const {
    return line_blank_ && rest().size() >= 2 && rest()[0] == '[' && is_letter(rest()[1]);
}

Token RecordTokenizer::next() {
    while (line_ == 1 && column_ == 1 && rest().starts_with(BYTE_ORDER_MARK)) {
        at_ += BYTE_ORDER_MARK.size();
    }
    if (skipping_) {
        return skip_lines();
    }
    advance(length_while(rest(), 0, is_space));
    if (rest().size() < 4 && !finished_) { // the longest thing that has to be told apart at its start: a mark, a tag
        return {.line = line_, .column = column_};
    }
    if (rest().empty()) {
        return begun_ ? game_end() : Token{TokenKind::END, RecordProblem::NONE, line_, column_, {}, {}};
    }
    switch (rest()[0]) {
    case '[':
        if (in_moves_) {
            // After a result nothing with a bracket belongs to the game, be it a tag or a broken one.
            return at_tag() || ended_ ? game_end() : bad(RecordProblem::BAD_CHARACTER, 1);
        }
        // A blank line ends the tags: these are another game's, and the one before has no moves.
        return begun_ && line_ > tag_line_ + 1 ? game_end() : read_tag();
    case '{':
    case ';':
        return read_comment();
    case '(':
        in_moves_ = true;
        return make(TokenKind::OPEN, 1, rest().substr(0, 1));
    case ')':
        in_moves_ = true;
        return make(TokenKind::CLOSE, 1, rest().substr(0, 1));
    default:
        in_moves_ = true;
        return read_word();
    }
}

// The end of the line matters only to a tag that is not one: many tags can stand on one line.
Token RecordTokenizer::read_tag() {
    const std::string_view tag = rest().substr(0, LONGEST);
    const std::size_t size = tag.size();
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    const std::size_t name = length_while(tag, 1, blank);
    const std::size_t name_end =
        length_while(tag, name, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    const std::size_t quote = length_while(tag, name_end, blank);
    std::size_t close = quote + 1;
    while (close < size && tag[close] != '"' && tag[close] != '\n') {
        close += tag[close] == '\\' && close + 1 < size && tag[close + 1] != '\n' ? 2 : 1;
    }
    const std::size_t bracket = length_while(tag, close + 1, blank);
    if (name_end > name && bracket < size && tag[quote] == '"' && tag[close] == '"' && tag[bracket] == ']') {
        tag_line_ = line_;
        return make(TokenKind::TAG, bracket + 1, tag.substr(quote + 1, close - quote - 1),
                    tag.substr(name, name_end - name));
    }
    const std::size_t line_end = tag.find('\n');
    if (line_end == std::string_view::npos && !finished_ && size < LONGEST) {
        return {.line = line_, .column = column_};
    }
    return bad(RecordProblem::BAD_TAG, std::min(line_end, size));
}

Token RecordTokenizer::read_comment() {
    const std::string_view text = rest();
    const std::string_view reach = text.substr(0, LONGEST);
    const bool braces = text[0] == '{';
    const std::size_t end = reach.find(braces ? '}' : '\n');
    const bool runs_on = braces && reach.substr(0, end).find(NEXT_GAME) != std::string_view::npos;
    if (end == std::string_view::npos && !runs_on && text.size() < LONGEST && !finished_) {
        return {.line = line_, .column = column_};
    }
    in_moves_ = true;
    if (runs_on) {
        return bad(RecordProblem::OPEN_COMMENT, 1);
    }
    if (end == std::string_view::npos && text.size() >= LONGEST) {
        return bad(RecordProblem::TOKEN_TOO_LONG, 1);
    }
    if (end == std::string_view::npos && braces) {
        return bad(RecordProblem::OPEN_COMMENT, 1);
    }
    const std::size_t size = std::min(end, text.size());
    std::string_view comment = text.substr(1, size - 1);
    if (!braces && comment.ends_with('\r')) {
        comment.remove_suffix(1);
    }
    return make(TokenKind::COMMENT, size + (braces ? 1 : 0), comment);
}

Token RecordTokenizer::read_word() {
    const std::string_view text = rest();
    const char first = text[0];
    std::size_t size = 0;
    TokenKind kind = TokenKind::MOVE;
    if (first == '$') {
        kind = TokenKind::GLYPH;
        size = length_while(text, 1, is_digit);
    } else if (first == '!' || first == '?') {
        kind = TokenKind::GLYPH;
        size = length_while(text, 0, [](char c) { return c == '!' || c == '?'; });
    } else {
        size = length_while(text, 0, [](char c) { return !ends_word(c); });
    }
    if (size > LONGEST) {
        return bad(RecordProblem::TOKEN_TOO_LONG, 16);
    }
    if (size == text.size() && !finished_) {
        return {.line = line_, .column = column_};
    }
    std::string_view word = text.substr(0, size);
    if (kind == TokenKind::GLYPH) {
        return size == 1 && first == '$' ? bad(RecordProblem::BAD_CHARACTER, 1) : make(kind, size, word);
    }
    if (std::find(RESULTS.begin(), RESULTS.end(), word) != RESULTS.end()) {
        return make(TokenKind::RESULT, size, word);
    }
    if (is_digit(first)) { // 12. or 12... or 12.a1b2
        const std::size_t digits = length_while(word, 0, is_digit);
        const std::size_t dots = length_while(word, digits, [](char c) { return c == '.'; });
        if (dots > digits || digits == size) {
            return make(TokenKind::NUMBER, dots, word.substr(0, dots));
        }
        return bad(RecordProblem::BAD_CHARACTER, size);
    }
    if (first == '.') { // 12 ...
        const std::size_t dots = length_while(word, 0, [](char c) { return c == '.'; });
        return make(TokenKind::NUMBER, dots, word.substr(0, dots));
    }
    // Of several players: `=blue` and `-blue:resigns`.
    const bool of_several = (first == '=' || first == '-') && size > 1 && is_letter(word[1]);
    if (of_several && first == '=') {
        return make(TokenKind::RESULT, size, word);
    }
    return is_letter(first) || of_several ? make(kind, size, word)
                                          : bad(RecordProblem::BAD_CHARACTER, std::max<std::size_t>(size, 1));
}

// Whole lines up to the next game's first tag.
Token RecordTokenizer::skip_lines() {
    for (;;) {
        if (line_blank_) {
            advance(length_while(rest(), 0, [](char c) { return is_space(c) && c != '\n'; }));
        }
        if (rest().empty() && finished_) {
            return game_end();
        }
        if (rest().empty() || (line_blank_ && rest().size() < 2 && !finished_)) {
            return {.line = line_, .column = column_};
        }
        if (at_tag() && !skip_tags_) {
            return game_end();
        }
        // A blank line, or moves: the tags of the game that is passed over have ended.
        if (line_blank_ && rest()[0] != '[') {
            skip_tags_ = false;
        }
        const std::size_t line_end = rest().find('\n');
        advance(std::min(line_end, rest().size() - 1) + 1);
    }
}

std::size_t unescape(std::string_view text, char* out) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '\\' || text[i + 1] == '"')) {
            ++i;
        }
        out[size++] = text[i];
    }
    return size;
}

} // namespace sumito
