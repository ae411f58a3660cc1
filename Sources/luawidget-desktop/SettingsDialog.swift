import CGtk
import WidgetGraphics
import WidgetSystem

/// A widget's settings in a window.
final class SettingsDialog {
  private let form: SettingsForm
  private let window: Widget?
  /// Each field's control.
  private var controls: [Widget?] = []
  private let onEnd: ([(name: String, value: String)]?) -> Void
  private var hasEnded = false

  /// Opens the window.
  ///
  /// - Parameter onEnd: Receives the values; nil if the user changed nothing.
  init(_ form: SettingsForm, onEnd: @escaping ([(name: String, value: String)]?) -> Void) {
    self.form = form
    self.onEnd = onEnd
    window = gtk_dialog_new()
    guard let window else { return }
    gtk_window_set_title(window.cast(), form.title)
    gtk_window_set_default_size(window.cast(), 420, -1)
    if DisplayServer.isWayland {
      // Tiling compositors let only windows of a fixed size float.
      gtk_widget_set_size_request(window, 420, -1)
      gtk_window_set_resizable(window.cast(), 0)
    }
    gtk_window_set_position(window.cast(), GTK_WIN_POS_CENTER)
    gtk_dialog_add_button(window.cast(), "Cancel", Int32(GTK_RESPONSE_CANCEL.rawValue))
    gtk_dialog_add_button(window.cast(), "Save", Int32(GTK_RESPONSE_ACCEPT.rawValue))
    gtk_dialog_set_default_response(window.cast(), Int32(GTK_RESPONSE_ACCEPT.rawValue))
    if let grid = gtk_grid_new() {
      lw_set_margins(grid, 16)
      gtk_grid_set_row_spacing(grid.cast(), 6)
      gtk_grid_set_column_spacing(grid.cast(), 12)
      fill(grid.cast())
      let area = gtk_dialog_get_content_area(window.cast())
      if let scroller = gtk_scrolled_window_new(nil, nil) {
        gtk_scrolled_window_set_policy(scroller.cast(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.cast(), 1)
        gtk_scrolled_window_set_max_content_height(scroller.cast(), 560)
        gtk_container_add(scroller.cast(), grid)
        area.map { gtk_container_add($0.cast(), scroller) }
      }
    }
    Signals.connectResponse(window.raw) { [unowned self] response in
      end(response == Int32(GTK_RESPONSE_ACCEPT.rawValue) ? values : nil)
    }
    gtk_widget_show_all(window)
    gtk_window_present(window.cast())
  }

  /// Cancels the dialog.
  func close() { end(nil) }

  private func end(_ values: [(name: String, value: String)]?) {
    guard !hasEnded else { return }
    hasEnded = true
    let (window, onEnd) = (window, onEnd)
    // The window mustn't go away within its own signal, and this object lives until then.
    Signals.later { [self] in
      withExtendedLifetime(self) { if let window { gtk_widget_destroy(window) } }
    }
    onEnd(values)
  }

  private func fill(_ grid: UnsafeMutablePointer<GtkGrid>) {
    var row: Int32 = 0
    func addText(_ text: String, _ style: String) {
      guard !text.isEmpty, let label = gtk_label_new(text) else { return }
      gtk_label_set_line_wrap(label.cast(), 1)
      gtk_label_set_max_width_chars(label.cast(), 48)
      gtk_label_set_xalign(label.cast(), 0)
      gtk_style_context_add_class(gtk_widget_get_style_context(label), style)
      gtk_grid_attach(grid, label, 0, row, 2, 1)
      row += 1
    }
    if let problem = form.problem { addText(problem, "error") }
    for field in form.fields {
      let control = Self.control(field)
      controls.append(control)
      guard let control, let label = gtk_label_new(field.label) else { continue }
      gtk_label_set_xalign(label.cast(), 0)
      gtk_widget_set_hexpand(control, 1)
      gtk_grid_attach(grid, label, 0, row, 1, 1)
      gtk_grid_attach(grid, control, 1, row, 1, 1)
      row += 1
      if let problem = field.problem { addText(problem, "error") }
      addText(field.about, "dim-label")
      if let status = field.status { addText(status, "dim-label") }
    }
    if form.fields.isEmpty { addText("This widget has no settings.", "dim-label") }
  }

  /// Examples of what to type, where it isn't obvious.
  private static let examples: [SettingsForm.Field.Kind: String] = [
    .color: "#ff8800, or a name such as orange", .date: "2026-11-05", .url: "https://",
  ]

  private static func control(_ field: SettingsForm.Field) -> Widget? {
    switch field.kind {
    case .toggle:
      let box = gtk_switch_new()
      box.map { gtk_widget_set_halign($0, GTK_ALIGN_START) }
      box.map { gtk_switch_set_active($0.cast(), field.value == "true" ? 1 : 0) }
      return box
    case .choice:
      let list = gtk_combo_box_text_new()
      list.map { list in
        for choice in field.choices { gtk_combo_box_text_append(list.cast(), choice, choice.isEmpty ? " " : choice) }
        gtk_combo_box_set_active_id(list.cast(), field.value)
      }
      return list
    case .text, .number, .integer, .url, .secret, .color, .date:
      let entry = gtk_entry_new()
      entry.map { entry in
        gtk_entry_set_text(entry.cast(), field.value)
        gtk_entry_set_activates_default(entry.cast(), 1)
        if field.kind == .secret { gtk_entry_set_visibility(entry.cast(), 0) }
        if let example = Self.examples[field.kind] { gtk_entry_set_placeholder_text(entry.cast(), example) }
      }
      return entry
    }
  }

  private var values: [(name: String, value: String)] {
    zip(form.fields, controls).compactMap { field, control in
      guard let control else { return nil }
      let value: String?
      switch field.kind {
      case .toggle: value = gtk_switch_get_active(control.cast()) != 0 ? "true" : "false"
      case .choice: value = gtk_combo_box_get_active_id(control.cast()).map { String(cString: $0) }
      case .text, .number, .integer, .url, .secret, .color, .date:
        value = gtk_entry_get_text(control.cast()).map { String(cString: $0) }
      }
      return value.map { (field.name, $0) }
    }
  }
}
