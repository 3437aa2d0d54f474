#ifndef CGTK_SHIM_H
#define CGTK_SHIM_H

#include <adwaita.h>
#include <gtk/gtk.h>

/* Sets the label of a widget for screen readers; the function of GTK has variable arguments. */
static inline void cgtk_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* Creates a drop target for files, whose type is a macro. */
static inline GtkDropTarget *cgtk_file_drop_target(void) {
  return gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
}

static inline GSList *cgtk_dropped_files(const GValue *value) {
  return (GSList *)g_value_get_boxed(value);
}

#endif
