/* The shortest text of a float. The C library can only try one precision after the other, which takes ten times as long. */
#include <charconv>

extern "C" {
#include "worker.h"
}

/* raises: never; stack: 0 */
size_t lw_scientific(double value, char *text, size_t size) {
  return (size_t)(std::to_chars(text, text + size, value, std::chars_format::scientific).ptr - text);
}
