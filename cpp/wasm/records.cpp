#include <string_view>
#include <vector>

#include "sumito/record_text.hpp"

#include "api.hpp"
#include "arguments.hpp"

using namespace sumito;

struct sumito_records {
    RecordTokenizer tokenizer;
    std::vector<char> value; // of the last tag
};

sumito_records* sumito_records_new() {
    return new sumito_records;
}
void sumito_records_free(sumito_records* records) {
    delete records;
}
int32_t sumito_records_feed(sumito_records* records, const char* piece, uint32_t length) {
    if (records == nullptr || !within(piece, length)) {
        return 0;
    }
    records->tokenizer.feed({piece, length});
    return 1;
}
int32_t sumito_records_finish(sumito_records* records) {
    if (records == nullptr) {
        return 0;
    }
    records->tokenizer.finish();
    return 1;
}
int32_t sumito_records_next(sumito_records* records, sumito_token* out) {
    if (records == nullptr || !within(out, 1)) {
        return -1;
    }
    const Token token = records->tokenizer.next();
    std::string_view text = token.text;
    if (token.kind == TokenKind::TAG) {
        records->value.resize(text.size());
        text = {records->value.data(), unescape(text, records->value.data())};
    }
    *out = {.text = text.data(),
            .text_size = static_cast<uint32_t>(text.size()),
            .name = token.name.data(),
            .name_size = static_cast<uint32_t>(token.name.size()),
            .kind = static_cast<int32_t>(token.kind),
            .problem = static_cast<int32_t>(token.problem),
            .line = token.line,
            .column = token.column};
    return out->kind;
}
