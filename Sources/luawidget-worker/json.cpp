// json.decode, by RapidJSON's event reader. Built without exceptions and run-time types.
//
// A Lua error mustn't jump over an object with a destructor, and none can: inside the reader we call only functions that can fail
// for lack of memory, in which case lw_allocate ends the process, and the stack is requested without raising. The reader would
// allocate its allocator if given none, so it's always given one.
#define RAPIDJSON_NEW(x) nullptr
#define RAPIDJSON_DELETE(x) static_cast<void>(x)
#define RAPIDJSON_HAS_STDSTRING 0
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#endif
#if defined(__SSE2__) && !defined(__SANITIZE_ADDRESS__)
// 16 bytes at a time, aligned: this looks at up to 15 bytes behind the text, which a sanitizer takes for a mistake.
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/reader.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "worker.h"

namespace {

/// The nesting decode accepts. Anything deeper is an error, as RFC 8259 section 9 allows.
constexpr int kMaxDepth = 128;

using rapidjson::SizeType;

/// How many of a container's values stay on the Lua stack until its size is known: a table created with its final size needn't
/// grow, which costs more than anything else here.
constexpr int kWaiting = 64;

/// Builds Lua values from events; open containers lie on the Lua stack, each object's pending key above it.
struct Builder {
  struct Container {
    bool object;
    bool made;         // the table is there, no longer nil
    lua_Integer count; // elements in it; before it's made, values and keys above it
  };

  lua_State *L;
  int depth = 0;
  const char *refusal = nullptr;
  bool drop_null;  // leave out null members of objects
  size_t back = 0; // how far before the reader's position the refused text begins
  Container containers[kMaxDepth];

  Builder(lua_State *state, bool drops_null) : L(state), drop_null(drops_null) {}

  /// Puts the value on top where it belongs. raises: never; stack: -1, or 0 for the root and while the container waits
  bool place() {
    if (depth == 0) return true;
    Container &top = containers[depth - 1];
    if (!top.made) {
      top.count += top.object ? 2 : 1;
      if (top.count >= kWaiting) make(top);
    } else if (top.object) {
      lua_rawset(L, -3);
    } else {
      lua_rawseti(L, -2, ++top.count);
    }
    return true;
  }

  /// Makes a table from the waiting values. raises: never; stack: -count
  void make(Container &top) {
    int waiting = static_cast<int>(top.count);
    int table = lua_gettop(L) - waiting;
    lua_createtable(L, top.object ? 0 : waiting, top.object ? waiting / 2 : 0);
    lua_replace(L, table);
    if (top.object) {
      // Members in order: if two keys are equal, the last one counts.
      for (int key = table + 1; key < table + waiting; key += 2) {
        lua_pushvalue(L, key);
        lua_pushvalue(L, key + 1);
        lua_rawset(L, table);
      }
      lua_settop(L, table);
    } else {
      for (int i = waiting; i > 0; i--) lua_rawseti(L, table, i);
    }
    top.made = true;
  }

  bool open(bool object) {
    if (depth == kMaxDepth || !lua_checkstack(L, kWaiting + 8)) {
      refusal = "nested more than 128 deep";
      back = 1;
      return false;
    }
    lua_pushnil(L);
    containers[depth++] = {object, false, 0};
    return true;
  }

  bool close() {
    Container &top = containers[depth - 1];
    if (!top.made) make(top);
    if (!top.object && top.count == 0) lw_mark_list(L);
    depth--;
    return place();
  }

  bool Null() {
    if (drop_null && depth > 0 && containers[depth - 1].object) {
      lua_pushnil(L); // also removes an earlier member with the same name
    } else {
      lua_pushlightuserdata(L, lw_null());
    }
    return place();
  }
  bool Bool(bool value) {
    lua_pushboolean(L, value);
    return place();
  }
  // Numbers come as text: the reader's own conversion counts the bits of zero, which is undefined, and turns zeros with forty
  // digits, or 0.0e-30, into some small number; which one depends on the compiler.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

  /// Text that's a number by the grammar, terminated by NUL.
  bool RawNumber(const char *text, SizeType length, bool) {
    bool negative = *text == '-';
    uint64_t digits = 0;
    int scale = 0; // digits * 10^scale
    const char *at = text + negative;
    bool fits = true;
    for (; *at >= '0' && *at <= '9'; at++) fits = add(digits, *at) && fits;
    if (*at == 0 && fits && digits <= static_cast<uint64_t>(INT64_MAX) + negative) {
      lua_pushinteger(L, static_cast<lua_Integer>(negative ? 0 - digits : digits));
      return place();
    }
    if (*at == '.') {
      for (at++; *at >= '0' && *at <= '9'; at++, scale--) fits = add(digits, *at) && fits;
    }
    if (fits && *at == 0 && digits < 1ull << 53 && scale >= -22) {
      // Both are exact, so a single division rounds correctly (W. D. Clinger, "How to Read Floating Point Numbers Accurately").
      double value = static_cast<double>(digits) / powers[-scale];
      lua_pushnumber(L, negative ? -value : value);
      return place();
    }
    double value = std::strtod(text, nullptr);
    if (std::isinf(value)) {
      refusal = "a number is too large";
      back = length;
      return false;
    }
    lua_pushnumber(L, value);
    return place();
  }

  /// false if a digit doesn't fit any more.
  static bool add(uint64_t &digits, char digit) {
    if (digits > (UINT64_MAX - 9) / 10) return false;
    digits = digits * 10 + static_cast<uint64_t>(digit - '0');
    return true;
  }

  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

  bool String(const char *bytes, SizeType length, bool) {
    lua_pushlstring(L, bytes, length);
    return place();
  }
  bool StartObject() { return open(true); }
  bool Key(const char *bytes, SizeType length, bool) {
    lua_pushlstring(L, bytes, length);
    return true;
  }
  bool EndObject(SizeType) { return close(); }
  bool StartArray() { return open(false); }
  bool EndArray(SizeType) { return close(); }
};

const char *words(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty: return "there is no value";
    case rapidjson::kParseErrorDocumentRootNotSingular: return "something follows the value";
    case rapidjson::kParseErrorValueInvalid: return "not a value";
    case rapidjson::kParseErrorObjectMissName: return "a key in quotes or } is missing";
    case rapidjson::kParseErrorObjectMissColon: return "a colon is missing after the key";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "a comma or } is missing";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "a comma or ] is missing";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex: return "\\u needs four hexadecimal digits";
    case rapidjson::kParseErrorStringEscapeInvalid: return "an unknown escape in a string";
    case rapidjson::kParseErrorStringMissQuotationMark: return "a string is not closed";
    case rapidjson::kParseErrorStringInvalidEncoding: return "a string is not UTF-8, or contains a control character";
    case rapidjson::kParseErrorNumberTooBig: return "a number is too large";
    case rapidjson::kParseErrorNumberMissFraction: return "digits are missing after the point";
    case rapidjson::kParseErrorNumberMissExponent: return "digits are missing in the exponent";
    default: return "not JSON";
  }
}

struct Outcome {
  const char *refusal; // nullptr: the value is on top
  size_t offset;
};

/// Whether there might be an escape from `\ud800` to `\udfff`. raises: never; stack: 0
bool has_surrogates(const char *bytes, size_t length) {
  const char *end = bytes + length;
  while (const void *found = std::memchr(bytes, '\\', static_cast<size_t>(end - bytes))) {
    const char *at = static_cast<const char *>(found);
    if (end - at < 3) return false;
    if (at[1] == 'u' && (at[2] == 'd' || at[2] == 'D')) return true;
    bytes = at + 2;
  }
  return false;
}

/// The code unit of an escape `\uXXXX`, or -1. raises: never; stack: 0
long code_unit(const char *at, const char *end) {
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
  long unit = 0;
  for (int i = 2; i < 6; i++) {
    char c = at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

/// Replaces escapes of lone surrogates with `\ufffd`, which has the same length. raises: never; stack: 0
void repair_surrogates(char *at, size_t length) {
  const char *end = at + length;
  while (void *found = std::memchr(at, '\\', static_cast<size_t>(end - at))) {
    at = static_cast<char *>(found);
    long unit = code_unit(at, end);
    if (unit < 0xd800 || unit > 0xdfff) {
      if (end - at < 2) return;
      at += 2;
      continue;
    }
    long next = code_unit(at + 6, end);
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      at += 12;
      continue;
    }
    std::memcpy(at, "\\ufffd", 6);
    at += 6;
  }
}

using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator>;

/// All C++ objects live and die in here. raises: never; stack: +1 (any, with a refusal)
template <unsigned flags>
Outcome parse(lua_State *L, const char *bytes, size_t length, bool drop_null) {
  rapidjson::CrtAllocator allocator;
  // Lua terminates every string with NUL.
  rapidjson::StringStream stream(bytes);
  Reader reader(&allocator);
  Builder builder(L, drop_null);
  // Calls itself for each level, of which the builder allows at most kMaxDepth.
  rapidjson::ParseResult result = reader.Parse<flags | rapidjson::kParseNumbersAsStringsFlag>(stream, builder);
  if (builder.refusal) return {builder.refusal, result.Offset() - builder.back};
  if (result.IsError()) {
    rapidjson::ParseErrorCode code = result.Code();
    if (code == rapidjson::kParseErrorStringEscapeInvalid && bytes[result.Offset()] != '\\') {
      code = rapidjson::kParseErrorStringInvalidEncoding;
    }
    return {words(code), result.Offset()};
  }
  // NUL looks like the end to the reader.
  if (stream.Tell() < length) return {"a NUL character", stream.Tell()};
  return {nullptr, 0};
}

/// Whether there's a control character that isn't even white space. raises: never; stack: 0
bool has_control(const char *bytes, size_t length) {
  unsigned char found = 0;
  size_t i = 0;
  // Sixteen without a branch, so the compiler handles them at once.
  for (; i + 16 <= length; i += 16) {
    for (size_t j = 0; j < 16; j++) found |= static_cast<unsigned char>(bytes[i + j] - 14) < 18;
  }
  for (; i < length; i++) found |= static_cast<unsigned char>(bytes[i] - 14) < 18;
  return found != 0;
}

/// raises: never; stack: +1 (any, with a refusal)
Outcome parse(lua_State *L, const char *bytes, size_t length, bool drop_null) {
  // Checking the text as a whole is quicker than checking each character of each string, and the reader's fast path through
  // strings overlooks the control characters 1A to 1F. Anything failing here is read the slow way, to find the position.
  bool is_valid = lw_is_utf8(bytes, length) && !has_control(bytes, length);
  bool has_pairs = has_surrogates(bytes, length);
  if (is_valid && !has_pairs) return parse<rapidjson::kParseNoFlags>(L, bytes, length, drop_null);
  // A character cut off by the end makes the reader look up to three bytes beyond it.
  char *padded = static_cast<char *>(std::calloc(length + 4, 1));
  if (!padded) return {"too large to be checked", 0};
  std::memcpy(padded, bytes, length);
  if (has_pairs) repair_surrogates(padded, length);
  Outcome outcome = is_valid ? parse<rapidjson::kParseNoFlags>(L, padded, length, drop_null)
                             : parse<rapidjson::kParseValidateEncodingFlag>(L, padded, length, drop_null);
  std::free(padded);
  return outcome;
}

/// Pushes nil and the error, with its line and its column in characters, both from 1. raises: memory; stack: +2
int fail(lua_State *L, const char *why, const char *text, size_t offset) {
  lua_Integer line = 1, column = 1;
  for (size_t i = 0; i < offset; i++) {
    if (text[i] == '\n') {
      line++;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
      column++;
    }
  }
  lua_pushfstring(L, "JSON, line %I, column %I: %s", line, column, why);
  return lw_push_decode_error(L, line, column);
}

} // namespace

/* json.decode(text, drop_null) -> value, or nil and an err of kind "decode". Integers stay integers if 64 bits can hold them;
 * null is json.null, or left out of objects; of two equal keys the last counts. raises: memory; stack: +1 or +2 */
extern "C" int lw_json_decode(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bool drop_null = lua_toboolean(L, 2);
  lua_settop(L, 1);
  size_t mark = length >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf' ? 3 : 0;
  Outcome outcome = parse(L, text + mark, length - mark, drop_null);
  if (!outcome.refusal) return 1;
  lua_settop(L, 1);
  size_t offset = outcome.offset < length - mark ? outcome.offset : length - mark;
  return fail(L, outcome.refusal, text + mark, offset);
}

/* Any address nothing else has. raises: never; stack: 0 */
extern "C" void *lw_null(void) {
  static char null;
  return &null;
}
