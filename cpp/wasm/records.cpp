#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sumito/multi/position_text.hpp"
#include "sumito/packed_game.hpp"
#include "sumito/position_text.hpp"
#include "sumito/record_end.hpp"
#include "sumito/record_names.hpp"
#include "sumito/record_reader.hpp"
#include "sumito/record_writer.hpp"

#include "study_api.hpp"
#include "study_arguments.hpp"

using namespace sumito;

struct sumito_record_names {
    RecordNames names;
};
struct sumito_record_reader {
    RecordReader reader;
};
struct sumito_record_writer {
    RecordWriter writer;
};

namespace {

bool read_game(const char* text, uint32_t length, int32_t marbles, RecordedGame& game) {
    if (!is_text(text, length) || !multi::has_players({text, length})) {
        Setup setup;
        const bool done = is_setup(text, length, setup);
        game = RecordedGame(setup, marbles);
        return done;
    }
    multi::Setup setup;
    const bool done = !multi::read_position({text, length}, setup);
    game = RecordedGame(setup, marbles);
    return done;
}
bool is_marbles(int32_t marbles) {
    return marbles >= 1 && marbles <= CELLS;
}
constexpr int32_t NO_SENSE = -100;

} // namespace

sumito_record_names* sumito_record_names_new(const char* text, uint32_t length) {
    if (!within(text, length)) {
        return nullptr;
    }
    auto* names = new sumito_record_names;
    if (names->names.parse({text, length})) {
        return names;
    }
    delete names;
    return nullptr;
}
void sumito_record_names_free(sumito_record_names* names) {
    delete names;
}

sumito_record_reader* sumito_record_reader_new(const sumito_record_names* names, int32_t transposed) {
    return names == nullptr ? nullptr : new sumito_record_reader{RecordReader(names->names, transposed != 0)};
}
void sumito_record_reader_free(sumito_record_reader* reader) {
    delete reader;
}
int32_t sumito_record_reader_feed(sumito_record_reader* reader, const char* piece, uint32_t length) {
    return reader != nullptr && is_text(piece, length) && reader->reader.feed({piece, length});
}
int32_t sumito_record_reader_finish(sumito_record_reader* reader) {
    if (reader == nullptr) {
        return 0;
    }
    reader->reader.finish();
    return 1;
}
int32_t sumito_record_reader_next(sumito_record_reader* reader, sumito_record_event* out) {
    if (reader == nullptr || !within(out, 1)) {
        return -1;
    }
    const RecordEvent event = reader->reader.next();
    *out = {.text = event.text.data(),
            .text_size = static_cast<uint32_t>(event.text.size()),
            .name = event.name.data(),
            .name_size = static_cast<uint32_t>(event.name.size()),
            .kind = static_cast<int32_t>(event.kind),
            .place = static_cast<int32_t>(event.place),
            .fault = static_cast<int32_t>(event.fault),
            .dialect = static_cast<int32_t>(event.dialect),
            .number = event.number,
            .line = event.line,
            .column = event.column,
            .reserved = 0};
    return out->kind;
}

sumito_record_writer* sumito_record_writer_new(const sumito_record_names* names, const char* start, uint32_t length,
                                               int32_t marbles_to_eject, int32_t dialect, const char* variant,
                                               uint32_t variant_length) {
    RecordedGame game;
    if (names == nullptr || !is_marbles(marbles_to_eject) || !read_game(start, length, marbles_to_eject, game) ||
        !below(dialect, static_cast<int>(Dialect::ANY)) || !is_text(variant, variant_length)) {
        return nullptr;
    }
    return new sumito_record_writer{
        RecordWriter(names->names, game, static_cast<Dialect>(dialect), {variant, variant_length})};
}
void sumito_record_writer_free(sumito_record_writer* writer) {
    delete writer;
}
int32_t sumito_record_writer_header(sumito_record_writer* writer, const char* name, uint32_t name_length,
                                    const char* value, uint32_t value_length) {
    if (writer == nullptr || !is_text(name, name_length) || !is_text(value, value_length)) {
        return -1;
    }
    return static_cast<int32_t>(writer->writer.header({name, name_length}, {value, value_length}));
}
int32_t sumito_record_writer_comment(sumito_record_writer* writer, int32_t place, const char* text, uint32_t length) {
    if (writer == nullptr || !below(place, static_cast<int>(CommentPlace::CLOSING) + 1) || !is_text(text, length)) {
        return -1;
    }
    return static_cast<int32_t>(writer->writer.comment(static_cast<CommentPlace>(place), {text, length}));
}
int32_t sumito_record_writer_move(sumito_record_writer* writer, int32_t move) {
    return writer == nullptr ? -1 : static_cast<int32_t>(writer->writer.move(move));
}
int32_t sumito_record_writer_glyph(sumito_record_writer* writer, const char* text, uint32_t length) {
    if (writer == nullptr || !is_text(text, length)) {
        return -1;
    }
    return static_cast<int32_t>(writer->writer.glyph({text, length}));
}
int32_t sumito_record_writer_open(sumito_record_writer* writer) {
    return writer == nullptr ? -1 : static_cast<int32_t>(writer->writer.open());
}
int32_t sumito_record_writer_close(sumito_record_writer* writer) {
    if (writer == nullptr) {
        return -1;
    }
    writer->writer.close();
    return 0;
}
int32_t sumito_record_writer_finish(sumito_record_writer* writer, const char* result, uint32_t length) {
    if (writer == nullptr || !is_text(result, length)) {
        return -1;
    }
    return static_cast<int32_t>(writer->writer.finish({result, length}));
}
uint32_t sumito_record_writer_fault_name(sumito_record_writer* writer, char* out, uint32_t capacity) {
    if (writer == nullptr) {
        return 0;
    }
    const std::string_view name = writer->writer.fault_name();
    return copied(name.data(), name.size(), out, capacity);
}
uint32_t sumito_record_writer_text(sumito_record_writer* writer, char* out, uint32_t capacity) {
    if (writer == nullptr) {
        return 0;
    }
    const std::string_view text = writer->writer.text();
    return copied(text.data(), text.size(), out, capacity);
}

uint32_t sumito_write_move_number(int32_t ply, int32_t player, char* out, uint32_t capacity) {
    if (!below(ply, 1 << 30) || !below(player, PLAYERS)) {
        return 0;
    }
    std::array<char, MOVE_NUMBER_SIZE> text;
    return copied(text.data(), write_move_number(ply, player, text), out, capacity);
}

int32_t sumito_record_resume(const char* start, uint32_t length, const int32_t* entries, uint32_t count,
                             int32_t marbles_to_eject, const char* result, uint32_t result_length,
                             const char* termination, uint32_t termination_length, sumito_resumption* out) {
    RecordedGame game;
    if (!is_marbles(marbles_to_eject) || !read_game(start, length, marbles_to_eject, game) ||
        !is_list(entries, count) || !is_text(result, result_length) || !is_text(termination, termination_length) ||
        !within(out, 1)) {
        return 0;
    }
    const Resumption found =
        resume(game, std::span(entries, count), {result, result_length}, {termination, termination_length});
    if (!found.legal) {
        return 0;
    }
    *out = {.repetition = found.rules.repetition,
            .termination = static_cast<int32_t>(found.outcome.termination),
            .winners = found.outcome.winners};
    return 1;
}

int32_t sumito_pack(const char* start, uint32_t length, const int32_t* entries, uint32_t count,
                    int32_t marbles_to_eject, const char* result, uint32_t result_length, int32_t termination,
                    char* out, uint32_t capacity) {
    PackedGame packed;
    if (!is_marbles(marbles_to_eject) || !read_game(start, length, marbles_to_eject, packed.start) ||
        !is_list(entries, count) || !is_text(result, result_length) ||
        !below(termination, static_cast<int>(Termination::TIME) + 1)) {
        return NO_SENSE;
    }
    const auto number = packed.start.read_result({result, result_length});
    if (!number) {
        return NO_SENSE;
    }
    packed.entries.assign(entries, entries + count);
    packed.result = *number;
    packed.termination = static_cast<Termination>(termination);
    std::vector<char> text;
    const PackingProblem problem = pack(packed, text);
    return problem == PackingProblem::NONE ? static_cast<int32_t>(copied(text.data(), text.size(), out, capacity))
                                           : -static_cast<int32_t>(problem);
}

int32_t sumito_unpack(const char* text, uint32_t length, sumito_packed_game* game, int32_t* out, uint32_t capacity) {
    if (!is_text(text, length) || !within(game, 1) || !within(out, capacity)) {
        return NO_SENSE;
    }
    PackedGame packed;
    const PackingProblem problem = unpack({text, length}, packed);
    if (problem != PackingProblem::NONE) {
        return -static_cast<int32_t>(problem);
    }
    *game = {.marbles_to_eject = packed.start.rules().marbles_to_eject,
             .termination = static_cast<int32_t>(packed.termination),
             .players = PLAYERS,
             .colors = {0, 1}};
    if (const multi::Game* several = packed.start.several(); several != nullptr) {
        const multi::Position& position = several->position();
        game->players = position.players;
        for (std::size_t player = 0; player < position.players; ++player) {
            game->colors[player] = static_cast<int32_t>(position.colors[player]);
        }
    }
    return static_cast<int32_t>(copied(packed.entries.data(), packed.entries.size(), out, capacity));
}

uint32_t sumito_unpack_start(const char* text, uint32_t length, char* out, uint32_t capacity) {
    PackedGame packed;
    if (!is_text(text, length) || unpack({text, length}, packed) != PackingProblem::NONE) {
        return 0;
    }
    std::array<char, POSITION_TEXT_SIZE> start;
    return copied(start.data(), packed.start.write_start(PositionForm::FEN, start), out, capacity);
}

uint32_t sumito_unpack_result(const char* text, uint32_t length, char* out, uint32_t capacity) {
    PackedGame packed;
    if (!is_text(text, length) || unpack({text, length}, packed) != PackingProblem::NONE) {
        return 0;
    }
    std::array<char, multi::TOKEN_SIZE> buffer;
    const std::string_view result = packed.start.result(packed.result, buffer);
    return copied(result.data(), result.size(), out, capacity);
}
