// json.decode, by RapidJSON's event reader. Built without exceptions and without run-time types.
//
// A Lua error must not jump over an object with a destructor. None can: inside the reader only functions are called that can
// fail for want of memory, and lw_allocate ends the process instead; the stack is reserved before. The reader would allocate its
// allocator when it is given none; it is always given one.
#define RAPIDJSON_NEW(x) nullptr
#define RAPIDJSON_DELETE(x) static_cast<void>(x)
#define RAPIDJSON_HAS_STDSTRING 0
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#endif
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <cmath>
#include <cstdlib>

#include "worker.h"

namespace {

/// Nesting that decode accepts. Deeper is an error, as RFC 8259 section 9 allows.
constexpr int kMaxDepth = 128;

using rapidjson::SizeType;

/// Builds Lua values from events; open containers lie on the Lua stack, each object's pending key above it.
struct Builder {
  lua_State *L;
  int depth = 0;
  const char *refusal = nullptr;
  size_t back = 0;  // how far before the reader's place the refused text begins
  lua_Integer counts[kMaxDepth];  // elements so far in a list; -1 for an object

  explicit Builder(lua_State *state) : L(state) {}

  /// Puts the value on top where it belongs. raises: never; stack: -1, or 0 for the root
  bool place() {
    if (depth == 0) return true;
    lua_Integer &count = counts[depth - 1];
    if (count < 0) lua_rawset(L, -3); else lua_rawseti(L, -2, ++count);
    return true;
  }

  bool open(lua_Integer count) {
    if (depth == kMaxDepth) {
      refusal = "nested more than 128 deep";
      return false;
    }
    lua_newtable(L);
    counts[depth++] = count;
    return true;
  }

  bool close() {
    depth--;
    return place();
  }

  /// The reader lets a lone low surrogate (`\udc00`) through.
  bool text(const char *bytes, SizeType length) {
    if (!lw_is_utf8(bytes, length)) {
      refusal = "half of a surrogate pair";
      return false;
    }
    lua_pushlstring(L, bytes, length);
    return true;
  }

  bool Null() { lua_pushlightuserdata(L, lw_null()); return place(); }
  bool Bool(bool value) { lua_pushboolean(L, value); return place(); }
  // Numbers come as text: the reader's own conversion counts the bits of zero, which is undefined, and makes some small number of a
  // zero with forty digits, or of 0.0e-30; which one depends on the compiler.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

  /// Text that is a number by the grammar, with a zero byte behind it.
  bool RawNumber(const char *text, SizeType length, bool) {
    bool negative = *text == '-';
    uint64_t digits = 0;
    int scale = 0;  // digits * 10^scale
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
      // Both are exact, so the one division rounds correctly (W. D. Clinger, "How to Read Floating Point Numbers Accurately").
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

  /// false when a digit does not fit any more.
  static bool add(uint64_t &digits, char digit) {
    if (digits > (UINT64_MAX - 9) / 10) return false;
    digits = digits * 10 + static_cast<uint64_t>(digit - '0');
    return true;
  }

  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

  bool String(const char *bytes, SizeType length, bool) { return text(bytes, length) && place(); }
  bool StartObject() { return open(-1); }
  bool Key(const char *bytes, SizeType length, bool) { return text(bytes, length); }
  bool EndObject(SizeType) { return close(); }
  bool StartArray() { return open(0); }
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
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return "half of a surrogate pair";
    case rapidjson::kParseErrorStringEscapeInvalid: return "an unknown escape in a string";
    case rapidjson::kParseErrorStringMissQuotationMark: return "a string is not closed";
    case rapidjson::kParseErrorStringInvalidEncoding: return "a string is not UTF-8, or holds a control character";
    case rapidjson::kParseErrorNumberTooBig: return "a number is too large";
    case rapidjson::kParseErrorNumberMissFraction: return "digits are missing after the point";
    case rapidjson::kParseErrorNumberMissExponent: return "digits are missing in the exponent";
    default: return "not JSON";
  }
}

struct Outcome {
  const char *refusal;  // nullptr: the value is on top
  size_t offset;
};

/// All C++ objects live and die in here. raises: never; stack: +1 (any, with a refusal)
Outcome parse(lua_State *L, const char *bytes, size_t length) {
  rapidjson::CrtAllocator allocator;
  rapidjson::MemoryStream stream(bytes, length);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator> reader(&allocator);
  Builder builder(L);
  constexpr unsigned flags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
  if (builder.refusal) return {builder.refusal, result.Offset() - builder.back};
  if (result.IsError()) {
    // The reader calls a document empty that begins with a bracket or a colon that opens nothing.
    bool begins = result.Code() == rapidjson::kParseErrorDocumentEmpty && result.Offset() < length;
    return {words(begins ? rapidjson::kParseErrorValueInvalid : result.Code()), result.Offset()};
  }
  // A zero byte looks like the end to the reader.
  if (stream.Tell() < length) return {"a zero byte", stream.Tell()};
  return {nullptr, 0};
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
  lua_pushnil(L);
  lua_createtable(L, 0, 4);
  lua_pushliteral(L, "decode");
  lua_setfield(L, -2, "kind");
  lua_pushfstring(L, "JSON, line %I, column %I: %s", line, column, why);
  lua_setfield(L, -2, "message");
  lua_pushinteger(L, line);
  lua_setfield(L, -2, "line");
  lua_pushinteger(L, column);
  lua_setfield(L, -2, "column");
  lw_new_failure(L);
  return 2;
}

}  // namespace

/* json.decode(text) -> value, or nil and an err of kind "decode". Integers stay integers where 64 bits hold them; null is
 * json.null; of two equal keys the last counts. raises: memory; stack: +1 or +2 */
extern "C" int lw_json_decode(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_settop(L, 1);
  luaL_checkstack(L, 2 * kMaxDepth + 16, "json.decode");
  size_t mark = length >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf' ? 3 : 0;
  Outcome outcome = parse(L, text + mark, length - mark);
  if (!outcome.refusal) return 1;
  lua_settop(L, 1);
  size_t offset = outcome.offset < length - mark ? outcome.offset : length - mark;
  return fail(L, outcome.refusal, text + mark, offset);
}

/* Any address that nothing else has. raises: never; stack: 0 */
extern "C" void *lw_null(void) {
  static char null;
  return &null;
}
