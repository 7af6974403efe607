#pragma once

#include <cstddef>
#include <cstdint>

#include "sumito/game.hpp"
#include "sumito/sentence.hpp"

// Explain why a move was played.
namespace sumito {

// A motive is an effect of a move that a learner can see on the board. They are in order: of several, the first one is
// told. The player is the one who moves.
enum class Motive : std::uint8_t {
    WINS,          // the move wins the game
    EJECTS,        // it ejects a marble
    EXCHANGES,     // it ejects a marble, and the player loses one in return
    GIVES_AWAY,    // it loses a marble that another move would have kept
    STOPS_WIN,     // the enemy could have won at once, and now cannot
    ONLY_DEFENCE,  // it saves marbles in danger, and no other move loses as few marbles
    SAVES,         // it saves marbles in danger
    LOSES_ANYWAY,  // every move loses a marble
    THREATENS_WIN, // the player could win with the next move
    FORCES,        // marbles are newly in danger, and no reply saves them all
    THREATENS,     // marbles are newly in danger
    BREAKS_PAC,    // it pushes an enemy out of a pac from the side
    HOLDS,         // the enemy could push, and now there is a pac
    SPLITS,        // it pushes a group of enemies apart
    PUSHES_BACK,   // it pushes enemies away from the centre
    EVADES,        // enemies could push marbles of the player, and now cannot
    PREPARES,      // it makes a new push towards the edge possible
    TAKES_CENTRE,  // more marbles of the player are on the centre cell or beside it
    LEAVES_EDGE,   // it brings marbles away from the edge
    JOINS,         // it joins groups of the player
    APPROACHES,    // it brings marbles closer to the centre
    NONE,          // no clear reason
    NONE_BETTER,   // no clear reason, and the best move wins more marbles
};
inline constexpr int MOTIVES = 23;

// Write one sentence `why.*` about a legal move: its first motive, with the marbles concerned as `cells`, after the
// move. `best` is the best move, or Move{} if it is unknown. If it is another move, an effect that the best move has
// to a larger extent is no motive, and neither is anything but marbles if the best move wins more of them.
inline constexpr std::size_t CHOICE_SIZE = 320; // room for 61 cells and the other parameters
Motive explain_choice(const Game& game, Move move, Move best, Sentences& out);

} // namespace sumito
