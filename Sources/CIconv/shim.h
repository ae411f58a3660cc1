#include <iconv.h>
