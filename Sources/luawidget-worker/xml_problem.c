/* Explains why a text isn't XML: the text around the place where expat stopped says more than expat's code. */
#include <stdio.h>
#include <string.h>

#include "xml.h"

/* A text short enough for a message, 60 characters at most, as UTF-8. raises: never; stack: 0 */
const char *lw_xml_shown(const char *text, size_t length, char shown[XML_MAX_SHOWN]) {
  bool is_utf8 = lw_is_utf8(text, length);
  size_t end = 0, at = 0;
  for (int characters = 0; at < length; at++) {
    bool is_ascii = (unsigned char)text[at] < 0x80;
    if ((!is_utf8 || ((unsigned char)text[at] & 0xc0) != 0x80) && ++characters > 60) break;
    if (is_utf8 || is_ascii) {
      shown[end++] = text[at];
    } else {
      memcpy(shown + end, "\xef\xbf\xbd", 3);
      end += 3;
    }
  }
  strcpy(shown + end, at < length ? "…" : "");
  return shown;
}

/* -1 outside of the text. raises: never; stack: 0 */
static int byte_at(const xml_surroundings *at, long index) {
  return index >= 0 && (size_t)index < at->length ? (unsigned char)at->bytes[index] : -1;
}

/* The name at the place, after `<`, `</` or `&`; NULL when there is none. raises: never; stack: 0 */
static const char *name_at(const xml_surroundings *at, char shown[XML_MAX_SHOWN]) {
  long start = at->index;
  int byte;
  while ((byte = byte_at(at, start)) == '<' || byte == '/' || byte == '&') start++;
  long end = start;
  while ((byte = byte_at(at, end)) > 0x20 && !strchr("<>/=&;\"'", byte) && end - start < 240) end++;
  if (end <= start || !lw_is_utf8(at->bytes + start, (size_t)(end - start))) return NULL;
  return lw_xml_shown(at->bytes + start, (size_t)(end - start), shown);
}

/* The bytes of the UTF-8 character at the place; 0: there is none. raises: never; stack: 0 */
static size_t character_at(const xml_surroundings *at) {
  for (size_t count = 1; count <= 4 && (size_t)at->index + count <= at->length; count++) {
    if (lw_is_utf8(at->bytes + at->index, count)) return count;
  }
  return 0;
}

/* raises: never; stack: 0 */
static void explain_token(const xml_surroundings *at, char *text, size_t size) {
  static const char forbidden[] = "the character U+%04X is not allowed";
  int byte = byte_at(at, at->index), before = byte_at(at, at->index - 1);
  bool is_wide = false; /* in UTF-16 every second byte would look forbidden */
  for (size_t i = 0; i < 2 && i < at->length; i++) {
    unsigned char first = (unsigned char)at->bytes[i];
    is_wide = is_wide || first >= 0xfe || first == 0;
  }
  if (byte < 0 || (is_wide && (byte != 0 || byte_at(at, at->index + 1) != 0))) {
    snprintf(text, size, "this is not XML");
  } else if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') {
    snprintf(text, size, forbidden, (unsigned)byte);
  } else if (before == '&') {
    snprintf(text, size, "write an & as &amp; unless it begins an entity");
  } else if (before == '<' && byte != '!' && byte != '/' && byte != '?') {
    snprintf(text, size, "write a < as &lt; unless it begins a tag");
  } else {
    size_t count = character_at(at);
    const char *character = at->bytes + at->index;
    if (count == 0) {
      snprintf(text, size, "the bytes are not text in the document's encoding");
    } else if (count == 3 && memcmp(character, "\xef\xbf", 2) == 0 && (unsigned char)character[2] >= 0xbe) {
      snprintf(text, size, forbidden, 0xff00u | (unsigned char)(character[2] + 0x40));
    } else if (byte <= 0x20) {
      snprintf(text, size, "a blank is not allowed here");
    } else {
      snprintf(text, size, "%.*s is not allowed here", (int)count, character);
    }
  }
}

/* raises: never; stack: 0 */
void lw_xml_explain(const xml_surroundings *at, enum XML_Error code, char *text, size_t size) {
  char open[XML_MAX_SHOWN], shown[XML_MAX_SHOWN];
  const char *name = name_at(at, shown);
  lw_xml_shown(at->open ? at->open : "", at->open_length, open);
  switch (code) {
    case XML_ERROR_NO_MEMORY: snprintf(text, size, "there is not enough memory"); break;
    case XML_ERROR_NO_ELEMENTS:
      if (at->open) {
        snprintf(text, size, "the text ends before the element <%s> is closed", open);
      } else {
        snprintf(text, size, "there is no element");
      }
      break;
    case XML_ERROR_INVALID_TOKEN: explain_token(at, text, size); break;
    case XML_ERROR_UNCLOSED_TOKEN:
      if (byte_at(at, at->index) == 0) {
        snprintf(text, size, "the character U+0000 is not allowed");
      } else {
        snprintf(text, size, "the text ends inside a tag, a comment or an instruction");
      }
      break;
    case XML_ERROR_PARTIAL_CHAR: snprintf(text, size, "the bytes are not text in the document's encoding"); break;
    case XML_ERROR_TAG_MISMATCH:
      if (name) {
        snprintf(text, size, "the element <%s> is closed by </%s>", open, name);
      } else {
        snprintf(text, size, "the element <%s> is closed by another name", open);
      }
      break;
    case XML_ERROR_DUPLICATE_ATTRIBUTE:
      if (name) {
        snprintf(text, size, "the attribute %s appears twice", name);
      } else {
        snprintf(text, size, "an attribute appears twice");
      }
      break;
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: snprintf(text, size, "something follows the end of the root element"); break;
    case XML_ERROR_UNDEFINED_ENTITY:
    case XML_ERROR_ENTITY_DECLARED_IN_PE:
    case XML_ERROR_RECURSIVE_ENTITY_REF: snprintf(text, size, "the entity &%s; is not known", name ? name : ""); break;
    case XML_ERROR_BAD_CHAR_REF: snprintf(text, size, "a reference to a nonexistent or forbidden character"); break;
    case XML_ERROR_MISPLACED_XML_PI: snprintf(text, size, "the declaration <?xml ... ?> must be the very beginning"); break;
    case XML_ERROR_XML_DECL:
    case XML_ERROR_TEXT_DECL: snprintf(text, size, "the declaration <?xml ... ?> is not well-formed"); break;
    case XML_ERROR_UNKNOWN_ENCODING:
      lw_xml_shown(at->refused_encoding, strlen(at->refused_encoding), shown);
      snprintf(text, size, "the encoding %s is not supported", shown);
      break;
    case XML_ERROR_INCORRECT_ENCODING: snprintf(text, size, "the text isn't in the encoding it declares"); break;
    case XML_ERROR_UNCLOSED_CDATA_SECTION: snprintf(text, size, "a CDATA section is not closed"); break;
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: snprintf(text, size, "its entities expand too much"); break;
    default: snprintf(text, size, "this is not XML");
  }
}
