/* XML 1.0 by expat: well-formed documents only, in bounded memory, without external entities.
 *
 * No Lua function is called inside expat: its handlers append to a packed document, from which xml_tree.c makes tables afterwards. expat
 * allocates by lw_allocate, which ends the process instead of failing, so nothing jumps over its frames either. Its work is bounded by
 * the length of the text (4 MiB) and the limits in xml.h.
 *
 * A document type and the attributes it adds are skipped, and a document that declares an entity is refused; HTML's entities are known
 * all the same. Encodings: UTF-8, UTF-16, US-ASCII, ISO-8859-1, -2 and -15, windows-1250, -1251 and -1252. */
#include "xml.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#include "Characters.h"

typedef struct level {
  size_t start; /* of the element in the packed document */
  bool has_children, has_text;
} level;

typedef struct builder {
  XML_Parser parser;
  const char *bytes;
  size_t length;
  xml_bytes *packed;
  xml_problem *problem;
  bool is_stopped, is_in_text;
  enum { UNREAD, READING, READ } names; /* whether our own declarations have been parsed */
  int depth, nodes, declared;
  const char *alias; /* the encoding by the name that expat knows, if the document uses another */
  char refused_encoding[XML_MAX_SHOWN];
  level open[XML_MAX_DEPTH];
} builder;

/* Memory: each block begins with its size, which lw_allocate needs. */

enum { HEAD = 16 };

/* raises: never */
static void *reallocate(void *block, size_t size) {
  char *whole = block ? (char *)block - HEAD : NULL;
  size_t old = 0;
  if (whole) memcpy(&old, whole, sizeof old);
  if (size > SIZE_MAX - HEAD) return NULL;
  size += HEAD;
  whole = lw_allocate(NULL, whole, old, size);
  memcpy(whole, &size, sizeof size);
  return whole + HEAD;
}

/* raises: never */
static void *allocate(size_t size) { return reallocate(NULL, size); }

/* raises: never */
static void release(void *block) {
  if (!block) return;
  char *whole = (char *)block - HEAD;
  size_t size;
  memcpy(&size, whole, sizeof size);
  lw_allocate(NULL, whole, size, 0);
}

/* raises: never; stack: 0 */
void lw_xml_append(xml_bytes *to, const void *bytes, size_t count) {
  if (to->length + count > to->capacity) {
    size_t capacity = to->capacity ? to->capacity * 2 : 4096;
    while (capacity < to->length + count) capacity *= 2;
    to->bytes = lw_allocate(NULL, to->bytes, to->capacity, capacity);
    to->capacity = capacity;
  }
  memcpy(to->bytes + to->length, bytes, count);
  to->length += count;
}

/* raises: never; stack: 0 */
void lw_xml_free(xml_bytes *bytes) {
  lw_allocate(NULL, bytes->bytes, bytes->capacity, 0);
  *bytes = (xml_bytes){0};
}

/* Problems: the first one stops the parser. */

/* raises: never */
static void stop(builder *b) {
  b->is_stopped = true;
  b->problem->line = (long)XML_GetCurrentLineNumber(b->parser);
  b->problem->column = (long)XML_GetCurrentColumnNumber(b->parser) + 1;
  XML_StopParser(b->parser, XML_FALSE);
}

/* raises: never */
__attribute__((format(printf, 2, 3))) static void fail(builder *b, const char *format, ...) {
  if (b->is_stopped) return;
  va_list values;
  va_start(values, format);
  vsnprintf(b->problem->text, sizeof b->problem->text, format, values);
  va_end(values);
  stop(b);
}

/* raises: never */
static void put(builder *b, int kind, const char *bytes, size_t count) {
  char byte = (char)kind;
  if (b->packed->length + count + 1 > XML_MAX_PACKED) {
    fail(b, "the document is too large for one result");
    b->problem->line = 0;
    return;
  }
  if (kind) lw_xml_append(b->packed, &byte, 1);
  lw_xml_append(b->packed, bytes, count);
}

/* Counts an element or a text. raises: never */
static bool count_node(builder *b) {
  if (b->nodes == XML_MAX_NODES) {
    fail(b, "more than %d elements and texts", XML_MAX_NODES);
    return false;
  }
  b->nodes++;
  return true;
}

/* Entities */

/* The character of an entity of HTML or XML as UTF-8; its length, or 0 for an unknown name. raises: never */
static size_t entity(const char *name, size_t length, char character[4]) {
  size_t low = 0, high = luawidget_entity_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const luawidget_entity *at = &luawidget_entities[middle];
    int order = strncmp(name, at->name, length);
    if (order == 0 && at->name[length < sizeof at->name ? length : sizeof at->name - 1] == 0) {
      unsigned code = at->character;
      size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
      for (size_t i = count; i-- > 1; code >>= 6) character[i] = (char)(0x80 | (code & 0x3f));
      character[0] = (char)(count == 1 ? code : count == 2 ? 0xc0 | code : 0xe0 | code);
      return count;
    }
    if (order <= 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return 0;
}

/* expat silently drops an unknown entity from an attribute: finds one in the tag that it is at. raises: never */
static bool has_unknown_entity(builder *b) {
  long start = (long)XML_GetCurrentByteIndex(b->parser), count = XML_GetCurrentByteCount(b->parser);
  if (start < 0 || count <= 0 || (size_t)start + (size_t)count > b->length) return false;
  const char *at = b->bytes + start, *end = at + count;
  while ((at = memchr(at, '&', (size_t)(end - at)))) {
    const char *name = ++at, *next = memchr(at, '&', (size_t)(end - at));
    const char *semicolon = memchr(name, ';', (size_t)((next ? next : end) - name));
    char character[4], shown[XML_MAX_SHOWN];
    if (!semicolon || *name == '#' || entity(name, (size_t)(semicolon - name), character) > 0) continue;
    fail(b, "the entity &%s; is not known", lw_xml_shown(name, (size_t)(semicolon - name), shown));
    return true;
  }
  return false;
}

/* raises: never */
static void on_entity(void *data, const XML_Char *name, int is_parameter, const XML_Char *value, int length, const XML_Char *base,
                      const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)base, (void)public, (void)notation;
  builder *b = data;
  if (b->is_stopped || b->names == READING) return;
  /* An external parameter entity, such as XHTML's names, is never opened: ours are parsed in its place. */
  if (is_parameter && system) return;
  /* Many feeds declare &nbsp; themselves, with its usual value. */
  char known[4], shown[XML_MAX_SHOWN];
  if (!is_parameter && value && length > 0 && (size_t)length == entity(name, strlen(name), known) &&
      memcmp(value, known, (size_t)length) == 0) {
    return;
  }
  fail(b, "the document declares an entity, %s, which isn't allowed", lw_xml_shown(name, strlen(name), shown));
}

/* raises: never */
static void on_skipped_entity(void *data, const XML_Char *name, int is_parameter) {
  char shown[XML_MAX_SHOWN];
  if (!is_parameter) fail(data, "the entity &%s; is not known", lw_xml_shown(name, strlen(name), shown));
}

/* Parses our declarations in place of any external subset. raises: never */
static int on_external_entity(XML_Parser argument, const XML_Char *context, const XML_Char *base, const XML_Char *system,
                              const XML_Char *public) {
  (void)base, (void)system, (void)public;
  builder *b = (builder *)(void *)argument;
  /* A context means an entity in the content; it must have been declared, and declarations are refused. */
  if (b->is_stopped || context) return XML_STATUS_ERROR;
  if (b->names != UNREAD) return XML_STATUS_OK;
  XML_Parser nested = XML_ExternalEntityParserCreate(b->parser, NULL, "UTF-8");
  if (!nested) return XML_STATUS_ERROR;
  char declarations[16384];
  int length = 0;
  for (size_t i = 0; i < luawidget_entity_count; i++) {
    const luawidget_entity *at = &luawidget_entities[i];
    if (at->character < 0x80) continue; /* XML's own */
    length +=
        snprintf(declarations + length, sizeof declarations - (size_t)length, "<!ENTITY %s \"&#%u;\">", at->name, at->character);
  }
  b->names = READING;
  int status = XML_Parse(nested, declarations, length, 1);
  b->names = READ;
  XML_ParserFree(nested);
  return status;
}

/* Encodings */

/* The canonical name of an encoding, for any of its aliases; NULL for one that isn't supported. raises: never */
static const char *canonical(const char *name) {
  static const char *const names[][2] = {
      {"utf8", "utf-8"},          {"utf16", "utf-16"},
      {"utf16le", "utf-16le"},    {"utf16be", "utf-16be"},
      {"ascii", "us-ascii"},      {"usascii", "us-ascii"},
      {"iso88591", "iso-8859-1"}, {"latin1", "iso-8859-1"},
      {"l1", "iso-8859-1"},       {"iso88592", "iso-8859-2"},
      {"latin2", "iso-8859-2"},   {"iso885915", "iso-8859-15"},
      {"latin9", "iso-8859-15"},  {"windows1252", "windows-1252"},
      {"cp1252", "windows-1252"}, {"windows1250", "windows-1250"},
      {"cp1250", "windows-1250"}, {"windows1251", "windows-1251"},
      {"cp1251", "windows-1251"},
  };
  char key[24];
  size_t length = 0;
  for (const unsigned char *at = (const unsigned char *)name; *at; at++) {
    if (*at >= 0x80 || !isalnum(*at)) continue;
    if (length == sizeof key - 1) return NULL;
    key[length++] = (char)tolower(*at);
  }
  key[length] = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i][0], key) == 0) return names[i][1];
  }
  return NULL;
}

/* raises: never */
static int on_encoding(void *data, const XML_Char *name, XML_Encoding *info) {
  builder *b = data;
  const char *known = canonical(name);
  if (!known) {
    lw_xml_shown(name, strlen(name), b->refused_encoding);
    return XML_STATUS_ERROR;
  }
  for (size_t i = 0; i < luawidget_single_byte_count; i++) {
    const luawidget_single_byte *encoding = &luawidget_single_bytes[i];
    if (strcmp(encoding->name, known) != 0) continue;
    for (int byte = 0; byte < 256; byte++) {
      int code = byte < 128 ? byte : encoding->characters[byte - 128];
      info->map[byte] = code == 0xfffd ? -1 : code;
    }
    return XML_STATUS_OK;
  }
  b->alias = known;
  return XML_STATUS_ERROR;
}

/* Elements and texts */

/* raises: never */
static bool is_short(builder *b, const char *name) {
  if (strlen(name) <= XML_MAX_NAME) return true;
  fail(b, "a name is longer than %d bytes", XML_MAX_NAME);
  return false;
}

/* Ends a run of text. raises: never */
static void end_text(builder *b) {
  if (b->is_in_text) count_node(b);
  b->is_in_text = false;
}

/* raises: never */
static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  builder *b = data;
  if (b->is_stopped || !is_short(b, name)) return;
  end_text(b);
  if (b->depth == XML_MAX_DEPTH) return fail(b, "more than %d levels of nested elements", XML_MAX_DEPTH);
  size_t start = b->packed->length;
  put(b, XML_ELEMENT, name, strlen(name));
  /* Defaults of the document type are ignored: a long one would be repeated in every element. */
  int given = XML_GetSpecifiedAttributeCount(b->parser);
  char shown[XML_MAX_SHOWN];
  for (int i = 0; i < given; i += 2) {
    if (i == 2 * XML_MAX_ATTRIBUTES) {
      return fail(b, "the element <%s> has more than %d attributes", lw_xml_shown(name, strlen(name), shown), XML_MAX_ATTRIBUTES);
    }
    if (!is_short(b, attributes[i])) return;
    put(b, XML_ATTRIBUTE, attributes[i], strlen(attributes[i]));
    put(b, XML_VALUE, attributes[i + 1], strlen(attributes[i + 1]));
  }
  if (given > 0 && has_unknown_entity(b)) return;
  if (!count_node(b)) return;
  if (b->depth > 0) b->open[b->depth - 1].has_children = true;
  b->open[b->depth++] = (level){.start = start};
}

/* raises: never */
static void on_end(void *data, const XML_Char *name) {
  (void)name;
  builder *b = data;
  if (b->is_stopped) return;
  end_text(b);
  if (b->depth == 0) return;
  level *top = &b->open[--b->depth];
  if (top->has_children && top->has_text) b->packed->bytes[top->start] = XML_MIXED;
  put(b, XML_END, "", 0);
}

/* raises: never */
static void on_text(void *data, const XML_Char *text, int count) {
  builder *b = data;
  if (b->is_stopped || count <= 0 || b->depth == 0) return;
  put(b, b->is_in_text ? 0 : XML_TEXT, text, (size_t)count);
  b->is_in_text = true;
  level *top = &b->open[b->depth - 1];
  for (int i = 0; i < count && !top->has_text; i++) top->has_text = !strchr(" \t\r\n", text[i]);
}

/* raises: never */
static void on_declared_attribute(void *data, const XML_Char *element, const XML_Char *name, const XML_Char *type,
                                  const XML_Char *value, int is_required) {
  (void)element, (void)name, (void)type, (void)value, (void)is_required;
  builder *b = data;
  if (++b->declared > XML_MAX_DECLARED) {
    fail(b, "the document type declares more than %d attributes", XML_MAX_DECLARED);
  }
}

/* Any number but 0, for which expat would ask the kernel. raises: never */
static unsigned long salt(void) {
  unsigned long value = 0;
#if defined(__linux__)
  const void *random = (const void *)getauxval(AT_RANDOM);
  if (random) memcpy(&value, random, sizeof value);
  value |= 1;
#endif
  return value;
}

/* raises: never */
static void install(builder *b) {
  XML_SetHashSalt(b->parser, salt());
  XML_SetUserData(b->parser, b);
  XML_SetExternalEntityRefHandlerArg(b->parser, b);
  XML_SetElementHandler(b->parser, on_start, on_end);
  XML_SetCharacterDataHandler(b->parser, on_text);
  XML_SetSkippedEntityHandler(b->parser, on_skipped_entity);
  XML_SetEntityDeclHandler(b->parser, on_entity);
  XML_SetAttlistDeclHandler(b->parser, on_declared_attribute);
  /* Pretending that there is an external subset lets ours define HTML's names, in attributes too. */
  XML_UseForeignDTD(b->parser, XML_TRUE);
  XML_SetParamEntityParsing(b->parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
  XML_SetExternalEntityRefHandler(b->parser, on_external_entity);
  XML_SetUnknownEncodingHandler(b->parser, on_encoding, b);
}

/* Parses with the encoding, or with the document's own. NULL, or the name of the encoding to try instead. raises: never */
static const char *parse(builder *b, const char *encoding, bool *is_parsed) {
  static const XML_Memory_Handling_Suite memory = {allocate, reallocate, release};
  b->packed->length = 0;
  b->parser = XML_ParserCreate_MM(encoding, &memory, NULL);
  if (!b->parser) return NULL;
  install(b);
  /* One call for the whole document: with many small ones expat scans a long token again and again. */
  *is_parsed = XML_Parse(b->parser, b->bytes, (int)b->length, 1) == XML_STATUS_OK && !b->is_stopped;
  if (!*is_parsed && !b->is_stopped && !b->alias) {
    long index = (long)XML_GetCurrentByteIndex(b->parser);
    const char *open = b->depth > 0 ? b->packed->bytes + b->open[b->depth - 1].start + 1 : NULL;
    size_t length = 0;
    while (open && open + length < b->packed->bytes + b->packed->length && (unsigned char)open[length] > XML_END) length++;
    xml_surroundings at = {b->bytes, b->length, index, open, length, b->refused_encoding};
    lw_xml_explain(&at, XML_GetErrorCode(b->parser), b->problem->text, sizeof b->problem->text);
    b->problem->line = (long)XML_GetCurrentLineNumber(b->parser);
    b->problem->column = (long)XML_GetCurrentColumnNumber(b->parser) + 1;
  }
  XML_ParserFree(b->parser);
  return b->is_stopped ? NULL : b->alias;
}

/* raises: never */
static bool has_byte_order_mark(const char *bytes, size_t length) {
  return (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) ||
         (length >= 2 && (memcmp(bytes, "\xfe\xff", 2) == 0 || memcmp(bytes, "\xff\xfe", 2) == 0));
}

/* Parses a document of at most 4 MiB and packs it. The charset of a Content-Type takes precedence over the document's declaration, but
 * not over a byte order mark; an unknown charset, or NULL, is ignored. The caller frees `packed`. raises: never; stack: 0 */
bool lw_xml_parse(const char *bytes, size_t length, const char *charset, xml_bytes *packed, xml_problem *problem) {
  const char *encoding = charset && !has_byte_order_mark(bytes, length) ? canonical(charset) : NULL;
  bool is_parsed = false;
  *problem = (xml_problem){.text = "there is not enough memory", .line = 1, .column = 1};
  /* The second time for an alias such as "utf8", which expat doesn't know, of an encoding it does. */
  for (int attempt = 0; attempt < 2; attempt++) {
    builder b = {.bytes = bytes, .length = length, .packed = packed, .problem = problem};
    encoding = parse(&b, encoding, &is_parsed);
    if (!encoding) return is_parsed;
  }
  snprintf(problem->text, sizeof problem->text, "the encoding %s is not supported", encoding);
  return false;
}
