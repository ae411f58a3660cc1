/* Draws the flight widget's card, 360 x 169 points at scale 2, directly with Cairo and Pango, for comparison with the painter.
   usage: direct COUNT; draws and encodes it COUNT times after a first time, and prints the mean milliseconds. */
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static cairo_status_t count(void *closure, const unsigned char *data, unsigned length) {
  (void)data;
  *(size_t *)closure += length;
  return CAIRO_STATUS_SUCCESS;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void rounded(cairo_t *cr, double x, double y, double w, double h, double r) {
  cairo_new_path(cr);
  cairo_arc(cr, x + w - r, y + r, r, -G_PI / 2, 0);
  cairo_arc(cr, x + w - r, y + h - r, r, 0, G_PI / 2);
  cairo_arc(cr, x + r, y + h - r, r, G_PI / 2, G_PI);
  cairo_arc(cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path(cr);
}

static void text(cairo_t *cr, const char *words, const char *font, double x, double y, int right) {
  PangoLayout *layout = pango_cairo_create_layout(cr);
  PangoFontDescription *description = pango_font_description_from_string(font);
  pango_layout_set_font_description(layout, description);
  pango_layout_set_text(layout, words, -1);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  cairo_move_to(cr, right ? x - width : x, y);
  pango_cairo_show_layout(cr, layout);
  pango_font_description_free(description);
  g_object_unref(layout);
}

static size_t draw(void) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 720, 338);
  cairo_t *cr = cairo_create(surface);
  cairo_scale(cr, 2, 2);
  rounded(cr, 0, 0, 360, 169, 22);
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_fill_preserve(cr);
  cairo_set_source_rgba(cr, 0, 0, 0, 0.1);
  cairo_set_line_width(cr, 0.5);
  cairo_stroke(cr);
  cairo_set_source_rgb(cr, 0, 0.48, 1);
  rounded(cr, 16, 14, 20, 20, 5);
  cairo_fill(cr);
  cairo_set_source_rgba(cr, 0.24, 0.24, 0.26, 0.6);
  text(cr, "Flight", "Inter SemiBold 13px", 43, 16, 0);
  cairo_set_source_rgb(cr, 0, 0, 0);
  text(cr, "LY315  TLV \xe2\x86\x92 LHR", "Inter Bold 17px", 16, 42, 0);
  const char *rows[][2] = {{"Boarding", "12:05"}, {"Takeoff", "12:45"}, {"Landing", "16:25"}};
  for (int i = 0; i < 3; i++) {
    cairo_set_source_rgba(cr, 0.24, 0.24, 0.26, 0.6);
    text(cr, rows[i][0], "Inter 17px", 16, 64 + 22 * i, 0);
    cairo_set_source_rgb(cr, 0, 0, 0);
    text(cr, rows[i][1], "Inter SemiBold 17px", 344, 64 + 22 * i, 1);
  }
  const char *buttons[] = {"Refresh", "Check in"};
  for (int i = 0; i < 2; i++) {
    cairo_set_source_rgba(cr, 0, 0.48, 1, 0.16);
    rounded(cr, 16 + 120 * i, 131, 110, 34, 16);
    cairo_fill(cr);
    cairo_set_source_rgb(cr, 0, 0.48, 1);
    text(cr, buttons[i], "Inter 17px", 30 + 120 * i, 137, 0);
  }
  cairo_destroy(cr);
  size_t size = 0;
  cairo_surface_write_to_png_stream(surface, count, &size);
  cairo_surface_destroy(surface);
  return size;
}

int main(int argc, char **argv) {
  int times = argc > 1 ? atoi(argv[1]) : 50;
  draw();
  double start = now();
  size_t size = 0;
  for (int i = 0; i < times; i++) size = draw();
  printf("%.2f ms, %zu bytes\n", (now() - start) / times, size);
  return 0;
}
