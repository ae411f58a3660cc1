/* Names, patterns and plural rules of languages, generated from Unicode CLDR. Constant data: pages are read on use. */
#ifndef LUAWIDGET_LOCALES_H
#define LUAWIDGET_LOCALES_H

/* The size of a name, NUL included. */
#define LUAWIDGET_LOCALE_NAME 16
/* The columns of a row, in the order of LocaleAspect. */
#define LUAWIDGET_LOCALE_ASPECTS 21

extern const unsigned luawidget_locale_count;
/* BCP 47 tags in byte order. */
extern const char luawidget_locale_names[][LUAWIDGET_LOCALE_NAME];
/* For each locale and aspect, an offset into luawidget_locale_text. */
extern const unsigned luawidget_locale_rows[][LUAWIDGET_LOCALE_ASPECTS];
/* NUL-terminated UTF-8; columns are separated by `|`. */
extern const char luawidget_locale_text[];
/* `JPY=0|...`: the currencies whose amounts don't have two decimals. */
extern const char luawidget_currency_digits[];

/* Swift can't import arrays of unknown size. */
static inline const char *luawidget_locale_name(unsigned locale) { return luawidget_locale_names[locale]; }

static inline const char *luawidget_locale_row(unsigned locale, unsigned aspect) {
  return luawidget_locale_text + luawidget_locale_rows[locale][aspect];
}

static inline const char *luawidget_decimals(void) { return luawidget_currency_digits; }

#endif
