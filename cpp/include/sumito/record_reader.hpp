#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sumito/move_text.hpp"
#include "sumito/record_end.hpp"
#include "sumito/record_names.hpp"
#include "sumito/record_text.hpp"
#include "sumito/recorded_game.hpp"

// The games of a file of records, replayed and checked, as a stream of events. The text comes in pieces of any size.
// The host builds its own tree.
namespace sumito {

enum class RecordEventKind : std::uint8_t {
    MORE,       // feed the next piece, or finish
    GAME_BEGIN, // line, column: of its first token
    TAG,        // name, text: as they stand in the file
    START,   // text: the position; number: marbles to eject; dialect; name: the variant beside a Position tag, or empty
    HEADER,  // name, text: a tag by its usual name. Tags that follow from start, moves and result are no headers
    MOVE,    // number: the move, or the player who leaves, continues the present line
    COMMENT, // text, place
    GLYPH,   // text: of the last move
    OPEN,    // a variation begins, instead of the last move
    CLOSE,   // the variation ends. The line goes on after the move that it replaces
    RESULT,  // text: the moves are over and agree with it
    FAULT,   // fault, line, column, number: the ply of a move, else 0; name: a tag; text: the text at fault, cut
    GAME_END,
    END, // no more games
};

enum class CommentPlace : std::uint8_t {
    RECORD,  // before the first move
    BEFORE,  // between the number and the last move
    MOVE,    // after the last move
    AFTER,   // after the variation that was closed last
    CLOSING, // after the result
};

struct RecordEvent {
    RecordEventKind kind = RecordEventKind::MORE;
    CommentPlace place = CommentPlace::RECORD;
    RecordFault fault = RecordFault::NONE;
    Dialect dialect = Dialect::ABA_PRO;
    int number = 0;
    int line = 1;                    // from 1
    int column = 1;                  // from 1, in bytes
    std::string_view text{}, name{}; // good until the next call of the reader
};

class RecordReader {
  public:
    // With `transposed`, letter and number are exchanged in every cell of a move, and the moves of a PGN may be in any
    // dialect, as in PlayStrategy's old exports. The names must outlive the reader.
    explicit RecordReader(const RecordNames& names, bool transposed = false) : names_(names), transposed_(transposed) {}

    // Takes the next piece, before the first event or after MORE. False at any other time: a token is still in use.
    bool feed(std::string_view piece);
    void finish() { tokens_.finish(); }
    RecordEvent next();

  private:
    struct Place {
        int line = 1, column = 1;
    };
    struct Tag {
        std::uint64_t hash;                             // of the name
        std::size_t name, name_size, value, value_size; // in tag_text_
        Place place;
    };
    struct OpenVariation {
        std::size_t base; // the length of the line at which the variation around it begins
        int replaced;
    };
    enum class Stage : std::uint8_t { NEXT_TOKEN, TOKEN, HEADERS, BEFORE_MOVE, RELEASE, GAME_END };

    RecordEvent take_token();
    RecordEvent take_tag();
    RecordEvent begin();
    RecordEvent header();
    RecordEvent take_in_moves();
    RecordEvent take_comment();
    RecordEvent take_move();
    RecordEvent open();
    RecordEvent close();
    RecordEvent result();
    RecordEvent held_comment(CommentPlace place);

    RecordEvent event(RecordEventKind kind) const;
    RecordEvent fault(RecordFault fault, std::string_view text = {}, std::string_view tag = {}, int ply = 0);
    RecordFault read_start(std::string_view& text, std::string_view& tag);
    RecordFault read_start_of_several(int marbles, std::string_view& text, std::string_view& tag);
    RecordFault read_number(std::string_view name, int least, int most, int& value) const;

    const Tag* tag(std::string_view name) const;
    std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
    void add_tag(std::string_view name, std::string_view value);
    std::string_view name_of(const Tag& tag) const { return {tag_text_.data() + tag.name, tag.name_size}; }
    std::string_view value_of(const Tag& tag) const { return {tag_text_.data() + tag.value, tag.value_size}; }
    std::string_view value(std::string_view name, std::string_view otherwise = {}) const;
    bool begun() const { return game_.length() > base_; }
    bool comments_wait() const { return numbered_ || (!open_.empty() && !begun()); }
    CommentPlace place_of_comment() const;
    void reset();
    void drop_held();

    const RecordNames& names_;
    const bool transposed_;
    RecordTokenizer tokens_;
    Token token_{};
    Stage stage_ = Stage::NEXT_TOKEN;
    bool in_game_ = false;
    bool faulty_ = false; // the rest of the game is passed over
    bool in_moves_ = false;
    bool ended_ = false; // the result has been read
    Place first_{}, last_{};

    std::vector<Tag> tags_;
    std::vector<std::uint32_t> slots_; // a hash table: indices in tags_ from 1, 0 for a free slot; at most half full
    std::vector<char> tag_text_;
    std::size_t headers_ = 0; // tags that have been told as headers
    bool pgn_ = false;
    Dialect dialect_ = Dialect::ABA_PRO;
    Dialect read_as_ = Dialect::ABA_PRO; // ANY if the record does not tell

    RecordedGame game_{};
    std::size_t base_ = 0; // the length of the line at which the present variation begins
    std::vector<OpenVariation> open_;
    bool numbered_ = false;  // the last token, or all but comments since, was a number
    bool closed_ = false;    // a variation has just ended
    std::vector<char> held_; // comments that wait for the move after them
    std::vector<std::size_t> held_ends_;
    std::size_t told_ = 0;   // how many of them have been told
    std::vector<char> text_; // of the last event
};

// Whether these bytes are text in UTF-8.
bool is_utf8(std::string_view bytes);

// Whether a tag follows from the start, the moves and the result of a record in this dialect.
bool is_own_tag(std::string_view name, Dialect dialect);

} // namespace sumito
