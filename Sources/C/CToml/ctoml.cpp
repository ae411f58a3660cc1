#include "ctoml.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#define TOML_MAX_NESTED_VALUES LW_TOML_DEPTH
/* toml++ 3.3 asserts that a key in a header starts with a key character before checking it, so "[,]" would end the process, or
   with NDEBUG let the compiler assume it. Without either, it reports the error. */
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

namespace {

void describe(lw_toml_error *error, uint32_t line, std::string_view message) {
  error->line = line;
  size_t count = std::min(message.size(), sizeof error->message - 1);
  memcpy(error->message, message.data(), count);
  error->message[count] = 0;
}

/* Skips a string of any of the four kinds. */
const char *skip_string(const char *next, const char *end, uint32_t *line) {
  char quote = *next;
  bool is_basic = quote == '"';
  bool is_long = end - next >= 3 && next[1] == quote && next[2] == quote;
  next += is_long ? 3 : 1;
  while (next < end) {
    if (*next == '\n') {
      if (!is_long) return next;
      ++*line;
    } else if (is_basic && *next == '\\' && end - next >= 2) {
      if (next[1] == '\n') ++*line;
      ++next;
    } else if (*next == quote && !is_long) {
      return next + 1;
    } else if (*next == quote && end - next >= 3 && next[1] == quote && next[2] == quote) {
      next += 3;
      /* Up to two quotes may precede the closing ones. */
      for (int extra = 0; extra < 2 && next < end && *next == quote; extra++) next++;
      return next;
    }
    next++;
  }
  return end;
}

/* Looks for anything toml++ 3.3 must not see outside of strings and comments, and says why it's an error.
 *
 * toml++ makes a table for each part of a key and frees them recursively, so a key of some ten thousand parts overflows the
 * stack. Its whitespace tables are undefined for many non-ASCII characters, which TOML allows only in strings and comments. */
const char *find_problem(const char *next, const char *end, uint32_t *found) {
  uint32_t line = 1;
  int parts = 1;
  if (end - next >= 3 && memcmp(next, "\xEF\xBB\xBF", 3) == 0) next += 3;
  while (next < end) {
    switch (*next) {
      case '\n':
        line++;
        parts = 1;
        break;
      case '#':
        while (next < end && *next != '\n') next++;
        continue;
      case '"':
      case '\'': next = skip_string(next, end, &line); continue;
      case '.':
        if (++parts > LW_TOML_KEY_PARTS) {
          *found = line;
          return "a key has too many parts";
        }
        break;
      case '=':
      case ',':
      case '[':
      case ']':
      case '{':
      case '}': parts = 1; break;
      default:
        if (static_cast<unsigned char>(*next) >= 0x80) {
          *found = line;
          return "only strings and comments may have characters that are not ASCII";
        }
    }
    next++;
  }
  return nullptr;
}

struct Receiver {
  void (*receive)(void *context, const lw_toml_event *event);
  void *context;

  void send(const toml::node &node, const std::string *key, uint32_t line) const {
    lw_toml_event event = {};
    event.line = line;
    event.begin = {node.source().begin.line, node.source().begin.column};
    event.end = {node.source().end.line, node.source().end.column};
    if (key) {
      event.key = key->data();
      event.key_length = key->size();
    }
    switch (node.type()) {
      case toml::node_type::table:
        event.kind = LW_TOML_TABLE;
        receive(context, &event);
        for (auto &&[name, value] : *node.as_table()) {
          std::string text{name.str()};
          send(value, &text, name.source().begin.line);
        }
        return end();
      case toml::node_type::array:
        event.kind = LW_TOML_ARRAY;
        receive(context, &event);
        for (auto &&value : *node.as_array()) send(value, nullptr, value.source().begin.line);
        return end();
      case toml::node_type::string: {
        const std::string &text = node.as_string()->get();
        event.kind = LW_TOML_STRING;
        event.text = text.data();
        event.text_length = text.size();
        break;
      }
      case toml::node_type::integer:
        event.kind = LW_TOML_INTEGER;
        event.integer = node.as_integer()->get();
        break;
      case toml::node_type::floating_point:
        event.kind = LW_TOML_NUMBER;
        event.number = node.as_floating_point()->get();
        break;
      case toml::node_type::boolean:
        event.kind = LW_TOML_BOOLEAN;
        event.integer = node.as_boolean()->get();
        break;
      default: event.kind = LW_TOML_DATE; break;
    }
    receive(context, &event);
  }

  void end() const {
    lw_toml_event event = {};
    event.kind = LW_TOML_END;
    receive(context, &event);
  }
};

} // namespace

extern "C" bool lw_toml_read(const char *text, size_t length, void (*receive)(void *context, const lw_toml_event *event),
                             void *context, lw_toml_error *error) {
  uint32_t line = 0;
  if (const char *problem = find_problem(text, text + length, &line)) {
    describe(error, line, problem);
    return false;
  }
  toml::parse_result result = toml::parse(std::string_view{text, length});
  if (!result) {
    describe(error, result.error().source().begin.line, result.error().description());
    return false;
  }
  Receiver{receive, context}.send(result.table(), nullptr, 0);
  return true;
}
