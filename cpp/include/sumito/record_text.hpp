#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// Game records as a stream of tokens. The text comes in pieces of any size; memory stays bounded however long the file
// is. What the tokens mean, and whether the moves are legal, is the caller's business.
namespace sumito {

inline constexpr std::array<std::string_view, 4> RESULTS{"1-0", "0-1", "1/2-1/2", "*"};
inline constexpr std::string_view UNKNOWN_RESULT = RESULTS[3]; // the game goes on, or nobody noted its result

// The first tag of every game. Inside a comment it shows that the comment was never closed; else one lost brace would
// swallow the games up to the next one.
inline constexpr std::string_view NEXT_GAME = "\n[Event \"";

enum class TokenKind : std::uint8_t {
    MORE,     // feed the next piece, or finish
    TAG,      // name, text: the value with its escapes
    NUMBER,   // text: a move number with its dots
    MOVE,     // text: in whatever dialect, or a player who leaves
    COMMENT,  // text: between the braces, or after a semicolon
    GLYPH,    // text: $7, or a suffix such as !?
    OPEN,     // a variation begins
    CLOSE,    // a variation ends
    RESULT,   // text: 1-0, 0-1, 1/2-1/2 or *; of several players = and names
    GAME_END, // the next game's tags begin, or the text is over
    BAD,      // text: what cannot be read; the rest of the game is passed over up to GAME_END
    END,      // no more games
};

enum class RecordProblem : std::uint8_t {
    NONE,
    BAD_TAG,       // not [Name "value"]
    OPEN_COMMENT,  // a brace that is not closed before the text or its game ends
    BAD_CHARACTER, // no token begins so
    TOKEN_TOO_LONG,
};

struct Token {
    TokenKind kind = TokenKind::MORE;
    RecordProblem problem = RecordProblem::NONE; // of BAD
    int line = 1;                                // from 1
    int column = 1;                              // from 1, in bytes
    std::string_view text{}, name{};             // good until the next call of the tokenizer
};

class RecordTokenizer {
  public:
    void feed(std::string_view piece);
    void finish() { finished_ = true; }
    Token next();

    static constexpr std::size_t LONGEST = std::size_t{1} << 20; // bytes of one token

  private:
    std::string_view rest() const { return {buffer_.data() + at_, buffer_.size() - at_}; }
    bool at_tag() const;
    Token make(TokenKind kind, std::size_t size, std::string_view text, std::string_view name = {});
    Token bad(RecordProblem problem, std::size_t size);
    Token game_end();
    Token read_tag();
    Token read_comment();
    Token read_word();
    Token skip_lines();
    void advance(std::size_t size);

    std::vector<char> buffer_;
    std::size_t at_ = 0;
    int line_ = 1, column_ = 1;
    int tag_line_ = 1;       // of the last tag
    bool line_blank_ = true; // nothing but blanks so far on this line
    bool finished_ = false;
    bool begun_ = false;    // something of a game has been seen
    bool in_moves_ = false; // its tags are over
    bool ended_ = false;    // nothing but comments since its result
    bool skipping_ = false;
    bool skip_tags_ = false; // the fault was among the tags: the rest of them belongs to the same game
};

// A tag's value without its escapes, which are \" and \\ only; `out` has room for text.size(). Returns the length.
std::size_t unescape(std::string_view text, char* out);

} // namespace sumito
