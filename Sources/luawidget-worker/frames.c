/* Frames: a 32-bit little-endian length, then that many bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "worker.h"

enum { KEPT = 16 << 10 }; /* larger buffers are freed after use */

lw_buffer lw_out;
static lw_buffer in;

/* raises: never (ends the process when there's no memory); stack: 0 */
static void reserve(lw_buffer *buffer, size_t capacity) {
  if (capacity <= buffer->capacity) return;
  size_t grown = buffer->capacity ? buffer->capacity * 2 : 4096;
  if (grown < capacity) grown = capacity;
  void *bytes = realloc(buffer->bytes, grown);
  if (!bytes) _exit(LW_KILLED_MEMORY);
  buffer->bytes = bytes;
  buffer->capacity = grown;
}

/* raises: never; stack: 0 */
void lw_append(lw_buffer *buffer, const void *bytes, size_t count) {
  if (count == 0) return;
  reserve(buffer, buffer->length + count);
  memcpy(buffer->bytes + buffer->length, bytes, count);
  buffer->length += count;
}

/* raises: never; stack: 0 */
static void shrink(lw_buffer *buffer) {
  if (buffer->capacity > KEPT) {
    free(buffer->bytes);
    *buffer = (lw_buffer){0};
  }
}

/* raises: never; stack: 0 */
void lw_begin_frame(void) {
  lw_out.length = 0;
  lw_out.values = 0;
  lw_append(&lw_out, "\0\0\0\0", 4); /* space for the length */
}

/* raises: never; stack: 0 */
void lw_send_frame(void) {
  size_t length = lw_out.length - 4;
  for (int i = 0; i < 4; i++) lw_out.bytes[i] = (unsigned char)(length >> (8 * i));
  for (size_t sent = 0; sent < lw_out.length;) {
    ssize_t n = write(LW_SOCKET, lw_out.bytes + sent, lw_out.length - sent);
    if (n > 0) {
      sent += (size_t)n;
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else {
      _exit(LW_CLOSED);
    }
  }
  shrink(&lw_out);
}

/* raises: never; stack: 0 */
static void receive(unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t n = read(LW_SOCKET, bytes, count);
    if (n > 0) {
      bytes += n;
      count -= (size_t)n;
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else {
      _exit(LW_CLOSED);
    }
  }
}

/* raises: never; stack: 0 */
lw_reader lw_receive_frame(void) {
  unsigned char header[4];
  receive(header, sizeof header);
  size_t length = header[0] | (size_t)header[1] << 8 | (size_t)header[2] << 16 | (size_t)header[3] << 24;
  if (length == 0 || length > LW_MAX_FRAME_IN) _exit(LW_PROTOCOL);
  in.length = 0;
  reserve(&in, length);
  receive(in.bytes, length);
  in.length = length;
  return (lw_reader){.at = in.bytes, .end = in.bytes + length};
}

/* raises: never; stack: 0 */
void lw_release_frame(void) { shrink(&in); }
