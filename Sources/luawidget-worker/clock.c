/* os.time, os.date, os.clock and os.difftime. The worker has no time zone data: it asks the broker for the zone at a moment,
 * and computes dates in 64 bits itself before a C library function sees them. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "worker.h"

enum { DAY = 86400 };
static const int64_t FIRST = -62167219200, LAST = 253402300799; /* the years 0000 to 9999 */

static bool fixed;
static double fixed_now;

/* raises: never; stack: 0 */
void lw_fix_clock(double now) {
  if (!(now >= (double)FIRST && now <= (double)LAST)) return;
  fixed = true;
  fixed_now = now;
}

/* raises: never; stack: 0 */
static int64_t now(void) { return fixed ? (int64_t)floor(fixed_now) : (int64_t)time(NULL); }

/* A date's days since 1970-01-01; the month can be any number. Counts from March, so a leap day ends its year.
 * raises: never; stack: 0 */
static int64_t days_from_date(int64_t year, int64_t month, int64_t day) {
  int64_t months = year * 12 + (month - 1) - 2; /* months since March of year 0 */
  int64_t y = months >= 0 ? months / 12 : -((11 - months) / 12);
  int64_t m = months - y * 12;
  int64_t leaps =
      (y >= 0 ? y / 4 : -((3 - y) / 4)) - (y >= 0 ? y / 100 : -((99 - y) / 100)) + (y >= 0 ? y / 400 : -((399 - y) / 400));
  return y * 365 + leaps + (153 * m + 2) / 5 + day - 1 - 719468;
}

/* raises: never; stack: 0 */
static void date_from_time(int64_t t, struct tm *date) {
  int64_t days = t >= 0 ? t / DAY : -((DAY - 1 - t) / DAY);
  int64_t second = t - days * DAY;
  int64_t year = 1970 + days / 366 - 1; /* slightly too early: counted up below */
  while (days_from_date(year + 1, 1, 1) <= days) year++;
  while (days_from_date(year, 1, 1) > days) year--;
  int month = 1;
  while (month < 12 && days_from_date(year, month + 1, 1) <= days) month++;
  *date = (struct tm){0};
  date->tm_year = (int)(year - 1900);
  date->tm_mon = month - 1;
  date->tm_mday = (int)(days - days_from_date(year, month, 1)) + 1;
  date->tm_yday = (int)(days - days_from_date(year, 1, 1));
  date->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  date->tm_hour = (int)(second / 3600);
  date->tm_min = (int)(second / 60 % 60);
  date->tm_sec = (int)(second % 60);
}

/* The local time zone at a moment. */
typedef struct zone {
  int64_t offset; /* seconds east of UTC */
  bool is_daylight;
  char name[16]; /* its abbreviation, such as `CET` */
} zone;

/* Asks the broker, which replies with `{ offset, is_dst, name }`. raises: any; stack: 0 */
static zone zone_at(lua_State *L, int64_t t) {
  zone local = {0};
  lua_pushinteger(L, t);
  lw_call_broker(L, "date.zone", lua_gettop(L), 1);
  if (lua_type(L, -1) == LUA_TTABLE) {
    lua_rawgeti(L, -1, 1);
    local.offset = lua_tointeger(L, -1);
    lua_rawgeti(L, -2, 2);
    local.is_daylight = lua_toboolean(L, -1);
    lua_rawgeti(L, -3, 3);
    if (lua_type(L, -1) == LUA_TSTRING) snprintf(local.name, sizeof local.name, "%s", lua_tostring(L, -1));
    lua_pop(L, 3);
  }
  lua_pop(L, 2);
  if (local.offset < -26 * 3600 || local.offset > 26 * 3600) local.offset = 0;
  return local;
}

/* raises: any; stack: 0 */
static int64_t check_range(lua_State *L, int64_t t) {
  if (t < FIRST || t > LAST) luaL_error(L, "time is outside of the years 0 to 9999");
  return t;
}

/* A field of the table 1, within 32 bits. raises: any; stack: 0 */
static int64_t field(lua_State *L, const char *name, int64_t fallback) {
  int whole;
  int type = lua_getfield(L, 1, name);
  int64_t value = lua_tointegerx(L, -1, &whole);
  if (type == LUA_TNIL) {
    if (fallback < 0) luaL_error(L, "field '%s' missing in date table", name);
    value = fallback;
  } else if (!whole) {
    luaL_error(L, "field '%s' is not an integer", name);
  } else if (value < INT32_MIN || value > INT32_MAX) {
    luaL_error(L, "field '%s' is out-of-bound", name);
  }
  lua_pop(L, 1);
  return value;
}

/* raises: memory; stack: 0 (the table on top) */
static void set_fields(lua_State *L, const struct tm *date, bool is_daylight) {
  const struct {
    const char *name;
    int value;
  } fields[] = {{"year", date->tm_year + 1900}, {"month", date->tm_mon + 1}, {"day", date->tm_mday},
                {"hour", date->tm_hour},        {"min", date->tm_min},       {"sec", date->tm_sec},
                {"yday", date->tm_yday + 1},    {"wday", date->tm_wday + 1}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    lua_pushinteger(L, fields[i].value);
    lua_setfield(L, -2, fields[i].name);
  }
  lua_pushboolean(L, is_daylight);
  lua_setfield(L, -2, "isdst");
}

/* The moment at which a local clock shows a time. The offset depends on the very moment we're looking for, so try the offsets
 * of a day before and a day after, and read the clock back. raises: any; stack: 0 */
static int64_t moment(lua_State *L, int64_t local, int isdst) {
  zone before = zone_at(L, local - DAY), after = zone_at(L, local + DAY);
  int64_t first = local - before.offset;
  if (before.offset == after.offset) return first;
  int64_t second = local - after.offset;
  zone at_first = zone_at(L, first), at_second = zone_at(L, second);
  bool fits_first = first + at_first.offset == local, fits_second = second + at_second.offset == local;
  if (fits_first && fits_second) return isdst >= 0 && at_first.is_daylight != (isdst != 0) ? second : first;
  return fits_second ? second : first; /* neither: an hour skipped by the clock, read with the offset before it */
}

/* os.time([table]): the table is local time, and is normalised. raises: any; stack: +1 */
static int os_time(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, now());
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  int64_t year = field(L, "year", -1), month = field(L, "month", -1), day = field(L, "day", -1);
  int64_t hour = field(L, "hour", 12), minute = field(L, "min", 0), second = field(L, "sec", 0);
  int64_t local = days_from_date(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
  check_range(L, local);
  /* A field `isdst` chooses between the two moments of an hour the clock shows twice; -1 means "not given". */
  lua_getfield(L, 1, "isdst");
  int isdst = lua_isnil(L, -1) ? -1 : lua_toboolean(L, -1);
  lua_pop(L, 1);
  int64_t t = moment(L, local, isdst);
  zone then = zone_at(L, t);
  struct tm date;
  date_from_time(t + then.offset, &date);
  set_fields(L, &date, then.is_daylight);
  lua_pushinteger(L, t);
  return 1;
}

/* One conversion, such as `Y` or `Ey`. The zone's two are written here: strftime would look for a zone file.
 * raises: any; stack: 0 */
static void add_conversion(lua_State *L, luaL_Buffer *result, const char *spec, size_t length, const struct tm *date,
                           const zone *zone) {
  char format[4] = "%", text[256];
  (void)L;
  if (*spec == 'Z' && zone->name[0]) {
    luaL_addstring(result, zone->name);
    return;
  }
  if (*spec == 'z' || *spec == 'Z') {
    int64_t minutes = (zone->offset < 0 ? -zone->offset : zone->offset) / 60;
    int n = snprintf(text, sizeof text, "%c%02d%02d", zone->offset < 0 ? '-' : '+', (int)(minutes / 60), (int)(minutes % 60));
    luaL_addlstring(result, text, (size_t)n);
    return;
  }
  memcpy(format + 1, spec, length);
  format[1 + length] = 0;
  luaL_addlstring(result, text, strftime(text, sizeof text, format, date));
}

/* The length of a C99 conversion, 0 for any other. raises: never; stack: 0 */
static size_t conversion(const char *s, const char *end) {
  if (s < end && strchr("aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%", *s) && *s) return 1;
  if (end - s >= 2 && *s == 'E' && s[1] && strchr("cCxXyY", s[1])) return 2;
  if (end - s >= 2 && *s == 'O' && s[1] && strchr("deHImMSuUVwWy", s[1])) return 2;
  return 0;
}

/* os.date([format [, time]]). raises: any; stack: +1 */
static int os_date(lua_State *L) {
  size_t length;
  const char *s = luaL_optlstring(L, 1, "%c", &length);
  const char *end = s + length;
  int64_t t = check_range(L, lua_isnoneornil(L, 2) ? now() : luaL_checkinteger(L, 2));
  bool utc = s < end && *s == '!';
  if (utc) s++;
  zone zone = {.name = "UTC"};
  if (!utc) zone = zone_at(L, t);
  struct tm date;
  date_from_time(t + zone.offset, &date);
  if (strcmp(s, "*t") == 0) {
    lua_createtable(L, 0, 9);
    set_fields(L, &date, zone.is_daylight);
    return 1;
  }
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (s < end) {
    if (*s != '%') {
      luaL_addchar(&result, *s++);
      continue;
    }
    size_t size = conversion(++s, end);
    if (size == 0) return luaL_argerror(L, 1, "invalid conversion after '%'");
    add_conversion(L, &result, s, size, &date, &zone);
    s += size;
  }
  luaL_pushresult(&result);
  return 1;
}

/* os.clock() -> CPU seconds of this widget, in milliseconds. raises: never; stack: +1 */
static int os_clock(lua_State *L) {
  lua_pushnumber(L, (double)(lw_cpu() / 1000000) / 1000);
  return 1;
}

/* raises: any; stack: +1 */
static int os_difftime(lua_State *L) {
  lua_pushnumber(L, (double)luaL_checkinteger(L, 1) - (double)luaL_checkinteger(L, 2));
  return 1;
}

/* raises: memory; stack: 0 (the globals on top) */
void lw_open_clock(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"time", os_time}, {"date", os_date}, {"clock", os_clock}, {"difftime", os_difftime}, {NULL, NULL}};
  luaL_newlib(L, functions);
  lua_setfield(L, -2, "os");
}
