/* GTK 3 and gtk-layer-shell, linked by luawidget-desktop. Swift sees neither macros nor variadic functions. */
#pragma once
#if defined(__linux__)
#include <gdk/gdkwayland.h>
#include <gdk/gdkx.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <gtk-layer-shell.h>
#include <gtk/gtk.h>
#include <X11/extensions/shape.h>

/* The name of the window manager; nil on Wayland. */
static inline const char *lw_window_manager(GdkScreen *screen) {
  return GDK_IS_X11_SCREEN(screen) ? gdk_x11_screen_get_window_manager_name(screen) : NULL;
}
static inline int lw_is_wayland(GdkDisplay *display) { return GDK_IS_WAYLAND_DISPLAY(display); }

/* The desktop's colour scheme is read from the portal, which also announces changes (org.freedesktop.portal.Settings). */
static inline GVariant *lw_portal_key(void) { return g_variant_new("(ss)", "org.freedesktop.appearance", "color-scheme"); }

/* Shapes a realized window of X11, in pixels of the screen. GDK's own function takes larger ones where GDK_SCALE is 2. */
static inline void lw_shape(GdkWindow *window, const cairo_region_t *region) {
  if (!GDK_IS_X11_WINDOW(window)) return;
  int count = cairo_region_num_rectangles(region);
  XRectangle *rectangles = g_new(XRectangle, count);
  for (int i = 0; i < count; i++) {
    cairo_rectangle_int_t area;
    cairo_region_get_rectangle(region, i, &area);
    rectangles[i] = (XRectangle){(short)area.x, (short)area.y, (unsigned short)area.width, (unsigned short)area.height};
  }
  XShapeCombineRectangles(GDK_WINDOW_XDISPLAY(window), GDK_WINDOW_XID(window), ShapeBounding, 0, 0, rectangles, count, ShapeSet,
                          YXBanded);
  g_free(rectangles);
}

static inline char *lw_text_property(void *object, const char *name) {
  char *text = NULL;
  g_object_get(object, name, &text, NULL);
  return text;
}
/* A number, or a flag. */
static inline int lw_integer_property(void *object, const char *name) {
  int value = 0;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline void lw_set_margins(GtkWidget *widget, int points) {
  gtk_widget_set_margin_start(widget, points);
  gtk_widget_set_margin_end(widget, points);
  gtk_widget_set_margin_top(widget, points);
  gtk_widget_set_margin_bottom(widget, points);
}
#endif
