// Swift's overlay of the C library calls hypotf, whose newest version needs glibc 2.35. This one lets programs run with glibc 2.34.
// Squares of floats neither overflow nor vanish as doubles.
#ifdef __linux__
#include <math.h>

float hypotf(float x, float y);

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
#endif
