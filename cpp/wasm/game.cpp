#include <string_view>

#include "arguments.hpp"
#include "game_api.hpp"

using namespace sumito;

namespace {

std::size_t index(int32_t player) {
    return static_cast<std::size_t>(player);
}

sumito_move values(const kind::Position& position, Move move) {
    const Effect effect = effect_of(position, move);
    return {.line = ids_of_set(move.line()),
            .pushed = ids_of_set(effect.pushed),
            .number = number_of(move),
            .direction = move.direction(),
            .in_line = move.in_line(),
            .ejects = effect.ejects};
}

// Return false if these rules cannot be played.
bool read_rules(const sumito_rules* from, Rules& rules) {
    if (from == nullptr) {
        return true;
    }
    if (!within(from, 1) || !below(from->adjudication, 2) || !below(from->blocked, 2)) {
        return false;
    }
    rules = {from->marbles_to_eject,
             from->repetition,
             from->ply_cap,
             from->quiet_cap,
             static_cast<Adjudication>(from->adjudication),
             static_cast<Blocked>(from->blocked)};
    return rules.valid();
}

} // namespace

sumito_game* sumito_game_new(int32_t form, const char* text, uint32_t length, const sumito_rules* rules,
                             sumito_text_error* error) {
    sumito_text_error found{-1, 0};
    Rules checked;
    kind::Setup setup;
    sumito_game* made = nullptr;
    if (is_form(form) && within(text, length) && read_rules(rules, checked)) {
        const TextError e = kind::read_setup(form, {text, length}, setup);
        found = {static_cast<int32_t>(e.problem), e.column};
        made =
            e ? nullptr : new sumito_game{kind::started(setup, checked, rules != nullptr && rules->mixed_moves != 0)};
    }
    if (within(error, 1)) {
        *error = found;
    }
    return made;
}
sumito_game* sumito_game_copy(const sumito_game* game) {
    return game != nullptr ? new sumito_game(*game) : nullptr;
}
void sumito_game_free(sumito_game* game) {
    delete game;
}

int32_t sumito_game_turn(const sumito_game* game) {
    return game != nullptr ? game->game.position().turn : -1;
}
int32_t sumito_game_ply(const sumito_game* game) {
    return game != nullptr ? game->game.ply() : -1;
}
int32_t sumito_game_quiet(const sumito_game* game) {
    return game != nullptr ? game->game.quiet() : -1;
}
uint64_t sumito_game_marbles(const sumito_game* game, int32_t player) {
    return has_player(game, player) ? ids_of_set(game->game.position().marbles[index(player)]) : 0;
}
int32_t sumito_game_ejected(const sumito_game* game, int32_t player) {
    return has_player(game, player) ? kind::lost(game->game, player) : -1;
}
uint64_t sumito_game_key(const sumito_game* game) {
    return game != nullptr ? game->game.position().key : 0;
}
int32_t sumito_game_occurrences(const sumito_game* game) {
    return game != nullptr ? game->game.occurrences() : -1;
}

uint32_t sumito_game_moves(const sumito_game* game, sumito_move* out, uint32_t capacity) {
    if (game == nullptr || game->game.outcome()) {
        return 0;
    }
    MoveList moves;
    generate(game->game.position(), moves);
    if (moves.size() <= capacity && within(out, capacity)) {
        for (const Move move : moves) {
            *out++ = values(game->game.position(), move);
        }
    }
    return static_cast<uint32_t>(moves.size());
}
uint32_t sumito_game_count(const sumito_game* game) {
    return game == nullptr || game->game.outcome() ? 0 : static_cast<uint32_t>(count_moves(game->game.position()));
}
int32_t sumito_game_is_legal(const sumito_game* game, int32_t move) {
    return game != nullptr && kind::can_enter(game->game, move);
}
int32_t sumito_game_effect(const sumito_game* game, int32_t move, sumito_move* out) {
    if (!is_move(move) || sumito_game_is_legal(game, move) == 0 || !within(out, 1)) {
        return 0;
    }
    *out = values(game->game.position(), move_of_number(move));
    return 1;
}
uint32_t sumito_game_history(const sumito_game* game, int32_t* out, uint32_t capacity) {
    const std::size_t size = game != nullptr ? kind::entries(game->game) : 0;
    if (size <= capacity && within(out, capacity)) {
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = kind::entry(game->game, i);
        }
    }
    return static_cast<uint32_t>(size);
}

int32_t sumito_game_verdict(const sumito_game* game, uint64_t cells, int32_t direction, sumito_verdict* out) {
    if (game == nullptr || cells == 0 || !is_set(cells) || !is_direction(direction) || !within(out, 1)) {
        return 0;
    }
    *out = values(game->game.verdict(set_of_ids(cells), direction_of(direction)));
    return 1;
}

int32_t sumito_game_play(sumito_game* game, int32_t move) {
    return game != nullptr && kind::enter(game->game, move);
}
int32_t sumito_game_undo(sumito_game* game) {
    return game != nullptr ? kind::undo(game->game) : -1;
}
int32_t sumito_game_reopen(sumito_game* game) {
    return game != nullptr && game->game.reopen();
}
int32_t sumito_game_resign(sumito_game* game, int32_t player) {
    return has_player(game, player) && kind::resign(game->game, player);
}
int32_t sumito_game_agree_draw(sumito_game* game) {
    return game != nullptr && game->game.agree_draw();
}
int32_t sumito_game_flag(sumito_game* game, int32_t player) {
    return has_player(game, player) && kind::flag(game->game, player);
}
int32_t sumito_game_flag_shared(sumito_game* game) {
    return game != nullptr && game->game.flag_shared();
}
int32_t sumito_game_declare(sumito_game* game, int32_t termination, int32_t winners) {
    return game != nullptr && below(termination, static_cast<int>(Termination::TIME) + 1) &&
           below(winners, 1 << kind::players(game->game.position())) &&
           game->game.declare({static_cast<Termination>(termination), static_cast<uint8_t>(winners)});
}
int32_t sumito_game_problems(const sumito_game* game) {
    return game == nullptr ? 0 : game->game.problems();
}

int32_t sumito_game_termination(const sumito_game* game) {
    return game != nullptr ? static_cast<int32_t>(game->game.outcome().termination) : -1;
}
int32_t sumito_game_winners(const sumito_game* game) {
    return game != nullptr ? game->game.outcome().winners : 0;
}
uint32_t sumito_game_result(const sumito_game* game, char* out, uint32_t capacity) {
    const auto write = [out, capacity](std::string_view text) {
        return copied(text.data(), text.size(), out, capacity);
    };
    return game != nullptr ? kind::result(game->game, write) : 0;
}
uint32_t sumito_game_shown_result(const sumito_game* game, char* out, uint32_t capacity) {
    const auto write = [out, capacity](std::string_view text) {
        return copied(text.data(), text.size(), out, capacity);
    };
    return game != nullptr ? kind::shown_result(game->game, write) : 0;
}
