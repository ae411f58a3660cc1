/* Test tool: feeds random and mutated bytes to the worker's decoders (frames, JSON, XML) and what they accept to its encoders. Built with a
 * sanitizer by `make fuzz`; every result of a decoder must be a value or an error.
 * Usage: fuzz CASES [SEED] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../worker.h"

/* A worker never frees its state; the end of the process does. */
const char *__asan_default_options(void) { return "detect_leaks=0"; }

static uint64_t state;

static uint64_t next(void) { /* splitmix64 */
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static size_t below(size_t most) { return most ? next() % most : 0; }

static const char *const texts[] = {
    "{\"a\":[1,2.5,-0,1e308,\"\\u00e9\\ud83d\\ude00\",null,true],\"b\":{\"c\":{}}}",
    "[[[[[[[[[[1]]]]]]]]]]",
    "\"\\u0000\\n\\\\\"",
    "[9223372036854775807,-9223372036854775808,18446744073709551616]",
    " {\"\":\"\\ud800\"} ",
    "[1,]",
    "nul",
    "{\"x\":1 \"y\":2}",
    "\xef\xbb\xbf{}",
    "[1e999]",
};

static const char *const documents[] = {
    "<?xml version='1.0' encoding='latin1'?><a b='&eacute;'>caf\xe9 <c/>&nbsp;&#65;<![CDATA[<]]></a>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'><!ENTITY nbsp '&#160;'><!ENTITY % x SYSTEM 'y'>%x;]><a>&nbsp;<!-- y --><?z?></a>",
    "\xef\xbb\xbf<m:a xmlns:m='u'><b><b><b>x</b></b></b>y</m:a>\n",
    "<?xml version='1.0' encoding='utf8'?><a>&amp;&foo;</a>",
    "<a b='1' b='2'></b>",
};

/* clang-format off */
#define FRAME(text) {text, sizeof text - 1}
/* clang-format on */

static const struct {
  const char *bytes;
  size_t count;
} frames[] = {
    FRAME("\x94\x02\xa6update\x92\x80\xc3\xa6update"),
    FRAME("\x93\x03\xc3\x82\xa5value\x93\x01\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00\xc0\xa3"
          "age\xcf\xff\xff\xff\xff\xff\xff\xff\xff"),
    FRAME("\xdd\x00\x00\x00\x02\xdb\x00\x00\x00\x01x\xdf\x00\x00\x00\x01\xa1k\xc4\x02\xff\x00"),
    FRAME("\xd3\x80\x00\x00\x00\x00\x00\x00\x00"),
    FRAME("\xdf\xff\xff\xff\xff"),
    FRAME("\xc6\x7f\xff\xff\xff"),
    FRAME("\x91\x91\x91\x91\x91\x91\x91\x91\xc0"),
};

enum { FRAMES, JSON, XML, DECODERS };

static size_t make_input(unsigned char *bytes, size_t size, int decoder) {
  size_t count;
  if (below(5) == 0) {
    count = below(64);
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)next();
    return count;
  }
  const size_t counts[] = {sizeof frames / sizeof *frames, sizeof texts / sizeof *texts, sizeof documents / sizeof *documents};
  size_t which = below(counts[decoder]);
  const char *text = decoder == JSON ? texts[which] : decoder == XML ? documents[which] : frames[which].bytes;
  count = decoder == FRAMES ? frames[which].count : strlen(text);
  memcpy(bytes, text, count);
  for (size_t changes = below(4); changes > 0 && count > 0; changes--) {
    size_t at = below(count);
    switch (below(4)) {
      case 0: bytes[at] = (unsigned char)next(); break;
      case 1:
        memmove(bytes + at, bytes + at + 1, count - at - 1);
        count--;
        break;
      case 2: count = at; break;
      default:
        if (count * 2 < size) {
          memcpy(bytes + count, bytes, count);
          count *= 2;
        }
    }
  }
  return count;
}

/* An exact copy, so a sanitizer sees a read beyond its end. */
static unsigned char *exact(const unsigned char *bytes, size_t count) {
  unsigned char *copy = malloc(count ? count : 1);
  memcpy(copy, bytes, count);
  return copy;
}

static int decode_json(lua_State *L, const unsigned char *bytes, size_t count) {
  lua_settop(L, 0);
  lua_pushcfunction(L, lw_json_decode);
  lua_pushlstring(L, (const char *)bytes, count);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK || lua_isnil(L, -1)) return 0;
  lua_pushcfunction(L, lw_json_encode);
  lua_insert(L, -2);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK) return 1; /* null at the top, or numbers that JSON lacks */
  lua_pushcfunction(L, lw_json_decode);
  lua_insert(L, -2);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK) {
    fprintf(stderr, "what was encoded cannot be decoded: %s\n", lua_tostring(L, -1));
    abort();
  }
  return 1;
}

static int decode_xml(lua_State *L, const unsigned char *bytes, size_t count) {
  lua_settop(L, 0);
  lua_pushcfunction(L, lw_xml_decode);
  lua_pushlstring(L, (const char *)bytes, count);
  if (below(4) == 0) {
    lua_pushliteral(L, "windows-1252");
  } else {
    lua_pushnil(L);
  }
  return lua_pcall(L, 2, 1, 0) == LUA_OK && lua_istable(L, -1);
}

static int decode_frame(lua_State *L, const unsigned char *bytes, size_t count) {
  lua_settop(L, 0);
  lw_reader from = {.at = bytes, .end = bytes + count};
  if (!lw_unmarshal(L, &from, false)) return 0;
  lw_refusal refusal;
  lw_begin_frame();
  lw_marshal(L, -1, "value", "sent", 0, &refusal);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  long cases = atol(arguments[1]), accepted[DECODERS] = {0};
  state = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  printf("fuzz: %ld cases, seed %llu\n", cases, (unsigned long long)state);
  lw_limit_memory(512 << 20);
  lua_State *L = lw_new_state();
  lua_pushcfunction(L, lw_open_environment);
  if (!L || lua_pcall(L, 0, 0, 0) != LUA_OK) return 1;
  unsigned char bytes[1024];
  for (long i = 0; i < cases; i++) {
    int decoder = (int)(i % DECODERS);
    size_t length = make_input(bytes, sizeof bytes, decoder);
    unsigned char *input = exact(bytes, length);
    accepted[decoder] += decoder == JSON  ? decode_json(L, input, length)
                         : decoder == XML ? decode_xml(L, input, length)
                                          : decode_frame(L, input, length);
    free(input);
  }
  printf("fuzz: %ld frames, %ld JSON texts and %ld documents were accepted, nothing else happened\n", accepted[FRAMES],
         accepted[JSON], accepted[XML]);
  return accepted[FRAMES] && accepted[JSON] && accepted[XML] ? 0 : 1; /* each decoder must have accepted some */
}
