/* SHA-256, SHA-1 and MD5 with the same names on every platform: from libmd on Linux, from CommonCrypto on macOS. */

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
#define LW_PART(left) ((CC_LONG)((left) < 1 << 30 ? (left) : 1 << 30))
#define LW_DIGEST(name, function, context) \
  LW_DIGEST_FUNCTIONS(name, context, CC_##function##_Init, CC_##function##_Update, CC_##function##_Final)
#else
#include <md5.h>
#include <sha1.h>
#include <sha2.h>
#define LW_PART(left) (left)
#define LW_DIGEST(name, function, context) LW_DIGEST_FUNCTIONS(name, context, function##Init, function##Update, function##Final)
#endif

/* CommonCrypto's lengths have 32 bits, so long input is passed in parts. */
#define LW_DIGEST_FUNCTIONS(name, context, init, update, final)                            \
  static inline void lw_##name##_init(context *state) { init(state); }                     \
  static inline void lw_##name##_update(context *state, const void *bytes, size_t count) { \
    const uint8_t *next = (const uint8_t *)bytes;                                          \
    while (count > 0) {                                                                    \
      size_t part = LW_PART(count);                                                        \
      update(state, next, part);                                                           \
      next += part;                                                                        \
      count -= part;                                                                       \
    }                                                                                      \
  }                                                                                        \
  static inline void lw_##name##_final(context *state, uint8_t *digest) { final(digest, state); }

#ifdef __APPLE__
typedef CC_SHA256_CTX lw_sha256;
typedef CC_SHA1_CTX lw_sha1;
typedef CC_MD5_CTX lw_md5;
#else
typedef SHA2_CTX lw_sha256;
typedef SHA1_CTX lw_sha1;
typedef MD5_CTX lw_md5;
#endif

LW_DIGEST(sha256, SHA256, lw_sha256)
LW_DIGEST(sha1, SHA1, lw_sha1)
LW_DIGEST(md5, MD5, lw_md5)
