/* XML, by expat: what xml.c, xml_problem.c and xml_tree.c share. */
#ifndef LW_XML_H
#define LW_XML_H

#include <expat.h>

#include "worker.h"

enum {
  XML_MAX_NODES = 100000, /* elements and texts */
  XML_MAX_DEPTH = 256,    /* of nested elements */
  XML_MAX_ATTRIBUTES = 1000 /* of one element */,
  XML_MAX_DECLARED = 100,     /* attributes of the document type; each costs time at every element */
  XML_MAX_NAME = 1024,        /* bytes of an element's or an attribute's name */
  XML_MAX_PACKED = 7 << 20,   /* bytes of a packed document; the broker accepts no longer feed */
  XML_MAX_SHOWN = 60 * 4 + 4, /* bytes of a name in a message */
};

/* A packed document is a sequence of these, each followed by its text. XML allows none of these characters in a text, so it ends at
 * the next one. Attributes follow their element; an element that is mixed has child elements and a text that isn't blank. docs/protocol.md
 * is the contract with the broker, which reads packed feeds. */
enum { XML_ELEMENT = 1, XML_MIXED = 2, XML_ATTRIBUTE = 3, XML_VALUE = 4, XML_TEXT = 5, XML_END = 6 };

typedef struct xml_bytes {
  char *bytes;
  size_t length, capacity;
} xml_bytes;

/* Why a text couldn't be parsed. `line` is 0 when the whole document is at fault. */
typedef struct xml_problem {
  char text[600];
  long line, column; /* from 1; columns count characters */
} xml_problem;

/* The text around the place where expat stopped. */
typedef struct xml_surroundings {
  const char *bytes;
  size_t length;
  long index;       /* negative when the place is unknown */
  const char *open; /* the innermost open element, or NULL */
  size_t open_length;
  const char *refused_encoding;
} xml_surroundings;

/* xml.c. raises: never; stack: 0 */
bool lw_xml_parse(const char *bytes, size_t length, const char *charset, xml_bytes *packed, xml_problem *problem);
void lw_xml_append(xml_bytes *to, const void *bytes, size_t count); /* counted as memory of the script */
void lw_xml_free(xml_bytes *bytes);

/* xml_problem.c. raises: never; stack: 0 */
const char *lw_xml_shown(const char *text, size_t length, char shown[XML_MAX_SHOWN]);
void lw_xml_explain(const xml_surroundings *at, enum XML_Error code, char *text, size_t size);
#endif
