// Test the transposition table directly, because a search hides which entry was replaced. Print each check that fails.
#include "sumito/table.hpp"

#include <cstdio>

using sumito::Bound;
using sumito::Memory;
using sumito::Move;
using sumito::Table;

namespace {

constexpr std::uint64_t BUCKETS = 1024;
int failures = 0;

void check(bool holds, const char* what) {
    if (!holds) {
        std::printf("%s\n", what);
        ++failures;
    }
}

// Return the key of a position in the given bucket.
std::uint64_t key(int number, std::uint64_t bucket = 5) {
    return static_cast<std::uint64_t>(number + 1) * BUCKETS * 7 + bucket;
}

Memory at_depth(int depth, int score = 0) {
    return {Move::of_code(77), static_cast<std::int16_t>(score), 3, static_cast<std::uint8_t>(depth), Bound::EXACT};
}

bool knows(const Table& table, int number) {
    return table.probe(key(number)).bound != Bound::NONE;
}

Table small_table() {
    Table table;
    check(table.resize(BUCKETS * 64), "a small table can be made");
    return table;
}

void entries_read_back() {
    Table table = small_table();
    int number = 0;
    for (const int score : {-32768, -30000, -1, 0, 1, 30000, 32767}) {
        for (const int depth : {0, 1, 127, 255}) {
            for (const Bound bound : {Bound::UPPER, Bound::LOWER, Bound::EXACT}) {
                const std::uint64_t place = key(1, static_cast<std::uint64_t>(++number));
                const Memory stored{Move::of_code(0x3FFF), static_cast<std::int16_t>(score),
                                    static_cast<std::int16_t>(-score - 1), static_cast<std::uint8_t>(depth), bound};
                table.store(place, stored);
                const Memory found = table.probe(place);
                check(found.move == stored.move && found.score == stored.score &&
                          found.evaluation == stored.evaluation && found.depth == stored.depth &&
                          found.bound == stored.bound,
                      "an entry reads back as it was stored");
            }
        }
    }
    check(table.probe(key(2, 1)).bound == Bound::NONE, "another position of the same bucket is absent");
    check(table.probe(key(1, 900)).bound == Bound::NONE, "a position of an empty bucket is absent");
}

void a_bucket_keeps_four() {
    Table table = small_table();
    for (const int number : {0, 1, 2, 3}) {
        table.store(key(number), at_depth(10 - number));
    }
    check(knows(table, 0) && knows(table, 1) && knows(table, 2) && knows(table, 3), "a bucket keeps four positions");
    table.store(key(0), at_depth(1, 55));
    check(table.probe(key(0)).score == 55 && knows(table, 1) && knows(table, 2) && knows(table, 3),
          "a position that is stored again takes its own place");
    table.store(key(0), at_depth(10));
    table.store(key(4), at_depth(2));
    check(knows(table, 4) && !knows(table, 3), "the shallowest of one search gives way");
    check(knows(table, 0) && knows(table, 1) && knows(table, 2), "the deeper ones of one search stay");
}

void entries_of_earlier_searches_give_way() {
    Table table = small_table();
    table.store(key(0), at_depth(9));
    table.begin_search();
    for (const int number : {1, 2, 3}) {
        table.store(key(number), at_depth(2));
    }
    table.store(key(4), at_depth(1));
    check(knows(table, 4) && !knows(table, 0),
          "an entry of the search before gives way to one that is 7 plies shallower");
    check(knows(table, 1) && knows(table, 2) && knows(table, 3), "entries of this search stay");

    Table deep = small_table();
    deep.store(key(0), at_depth(11));
    deep.begin_search();
    for (const int number : {1, 2, 3}) {
        deep.store(key(number), at_depth(2));
    }
    deep.store(key(4), at_depth(1));
    check(knows(deep, 0), "an entry of the search before that is 9 plies deeper stays");
}

void ages_wrap() {
    Table table = small_table();
    for (int i = 0; i < 63; ++i) {
        table.begin_search();
    }
    table.store(key(0), at_depth(9));
    table.begin_search(); // 0 again
    for (const int number : {1, 2, 3, 4}) {
        table.store(key(number), at_depth(2));
    }
    check(!knows(table, 0), "the 64th search is later than the 63rd");
}

void sizes() {
    Table table = small_table();
    for (std::uint64_t bucket = 0; bucket < BUCKETS; ++bucket) {
        table.store(key(0, bucket), at_depth(1));
    }
    check(table.fullness() == 250, "one entry of four in every bucket: 250 in a thousand");
    table.begin_search();
    check(table.fullness() == 0, "entries of earlier searches do not count as full");
    check(table.resize(BUCKETS * 64) && table.probe(key(0)).bound == Bound::NONE, "a new size, though equal, clears");
    table.store(key(0), at_depth(1));
    check(table.resize(BUCKETS * 128) && table.probe(key(0)).bound == Bound::NONE, "another size clears");
    table.store(key(0), at_depth(1));
    table.clear();
    check(table.probe(key(0)).bound == Bound::NONE, "clearing clears");
    check(table.resize(1), "there is always one bucket");
    table.store(key(0), at_depth(1));
    check(knows(table, 0) && table.fullness() == 250, "one bucket works");
    check(!table.resize(std::size_t{1} << 60) && knows(table, 0), "a size without memory keeps the old table");
}

} // namespace

int main() {
    entries_read_back();
    a_bucket_keeps_four();
    entries_of_earlier_searches_give_way();
    ages_wrap();
    sizes();
    return failures == 0 ? 0 : 1;
}
