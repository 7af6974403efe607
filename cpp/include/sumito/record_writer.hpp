#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "sumito/move_text.hpp"
#include "sumito/record_end.hpp"
#include "sumito/record_names.hpp"
#include "sumito/record_reader.hpp"
#include "sumito/recorded_game.hpp"

// Writes a record as text: APGN, or PGN with PlayStrategy's tags. The reader reads the same record back.
namespace sumito {

class RecordWriter {
  public:
    // `variant` is the name beside the start's position, or empty: then the start's own name, or `custom`. The dialect
    // is not ANY. The names must outlive the writer.
    RecordWriter(const RecordNames& names, const RecordedGame& start, Dialect dialect, std::string_view variant);

    // The headers come first. Then the moves come in the order in which a record is read, each with the comments before
    // it first. All texts are UTF-8. After a fault the text is worth nothing.
    RecordFault header(std::string_view name, std::string_view value);
    RecordFault comment(CommentPlace place, std::string_view text);
    RecordFault move(int number); // of a move, or of a player who leaves
    RecordFault glyph(std::string_view text);
    RecordFault open(); // there must be a move to replace
    void close();       // there must be an open variation

    // Ends the moves and writes the tags. A fault of the tags is at `fault_name`. Comments after the result may follow.
    RecordFault finish(std::string_view result);
    std::string_view fault_name() const { return fault_name_; }
    std::string_view text();

  private:
    struct Header {
        std::size_t name, value, end; // in header_text_
    };
    struct OpenVariation {
        std::size_t length; // of the line before it
        int replaced;
    };

    std::string_view name_of(const Header& h) const { return {header_text_.data() + h.name, h.value - h.name}; }
    std::string_view value_of(const Header& h) const { return {header_text_.data() + h.value, h.end - h.value}; }
    std::string_view in_pgn(std::string_view name) const;
    bool is_pgn() const { return dialect_ == Dialect::PLAYSTRATEGY; }
    void add(std::string_view text) { word_.insert(word_.end(), text.begin(), text.end()); }
    void add_number();
    void add_followers();
    void end_word();
    void add_tag(std::string_view name, std::string_view value);
    bool has_header(std::string_view name) const;
    RecordFault check_headers();
    std::string_view variant_of_start() const;
    RecordFault write_tags(std::string_view result);

    const RecordNames& names_;
    const Dialect dialect_;
    const std::vector<char> variant_;
    RecordedGame game_;
    std::vector<Header> headers_;
    std::vector<char> header_text_;
    std::string_view fault_name_;

    std::vector<OpenVariation> open_;
    std::vector<char> word_;   // may not be broken: a number with its move, a comment, the result
    bool opening_ = false;     // the next move begins a variation
    bool needs_number_ = true; // the next move has its number, also if White plays it
    bool has_number_ = false;  // comments before the move are written, and before them its number
    bool after_move_ = false;  // and no glyph or comment after it
    bool after_close_ = false;
    bool followed_ = true; // those who left as a consequence of the last move are still to be written
    std::size_t column_ = 0;
    std::vector<char> moves_, tags_, text_;
};

} // namespace sumito
