import CGtk
import WidgetGraphics
import WidgetModel
import WidgetSystem

/// A widget's settings in a window.
final class SettingsDialog {
  private let form: SettingsForm
  private let words: HostWords
  private let window: Widget?
  /// The fields with their controls, also those of a list's elements.
  private var controls: [(field: SettingsForm.Field, control: Widget)] = []
  private let onEnd: ([(name: String, value: String)]?) -> Void
  private var hasEnded = false

  /// Opens the window.
  ///
  /// - Parameter onEnd: Receives the values; nil if the user changed nothing.
  init(_ form: SettingsForm, _ words: HostWords, onEnd: @escaping ([(name: String, value: String)]?) -> Void) {
    self.form = form
    self.words = words
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
    gtk_dialog_add_button(window.cast(), words("Cancel"), Int32(GTK_RESPONSE_CANCEL.rawValue))
    gtk_dialog_add_button(window.cast(), words("Save"), Int32(GTK_RESPONSE_ACCEPT.rawValue))
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
      gtk_label_set_xalign(label.cast(), words.isRightToLeft ? 1 : 0)
      gtk_style_context_add_class(gtk_widget_get_style_context(label), style)
      gtk_grid_attach(grid, label, 0, row, 2, 1)
      row += 1
    }
    if let problem = form.problem { addText(problem, "error") }
    func add(_ control: Widget, to field: SettingsForm.Field) {
      guard let label = gtk_label_new(field.label) else { return }
      gtk_label_set_xalign(label.cast(), words.isRightToLeft ? 1 : 0)
      gtk_widget_set_hexpand(control, 1)
      gtk_grid_attach(grid, label, 0, row, 1, 1)
      gtk_grid_attach(grid, control, 1, row, 1, 1)
      row += 1
    }
    for field in form.fields {
      if field.kind == .list {
        for (index, element) in field.elements.enumerated() {
          for part in element {
            guard let control = control(part) else { continue }
            controls.append((part, control))
            add(control, to: part)
            addText(part.about, "dim-label")
          }
          guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6) else { continue }
          if index > 0 { addButton("↑", "\(field.name) up \(index)", to: box) }
          if index + 1 < field.elements.count { addButton("↓", "\(field.name) down \(index)", to: box) }
          addButton(words("Remove"), "\(field.name) remove \(index)", to: box)
          gtk_grid_attach(grid, box, 1, row, 1, 1)
          row += 1
        }
        if let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6) {
          addButton(words("Add"), "\(field.name) add 0", to: box)
          add(box, to: field)
        }
      } else if let control = control(field) {
        controls.append((field, control))
        add(control, to: field)
      }
      if let problem = field.problem { addText(problem, "error") }
      addText(field.about, "dim-label")
      if let status = field.status { addText(status, "dim-label") }
    }
    if form.fields.isEmpty { addText(words("This widget has no settings."), "dim-label") }
  }

  /// Adds a button that changes a list.
  ///
  /// - Parameter change: The change that the host makes before it shows the form again.
  private func addButton(_ title: String, _ change: String, to box: Widget) {
    guard let button = gtk_button_new_with_label(title) else { return }
    Signals.connect(button.raw, "clicked") { [unowned self] in end(values + [(SettingsForm.listChange, change)]) }
    gtk_container_add(box.cast(), button)
  }

  /// Examples of what to type, where it isn't obvious.
  private static let examples: [SettingsForm.Field.Kind: String] = [
    .color: phrase("#ff8800, or a name such as orange"), .date: "2026-11-05", .url: "https://",
  ]

  private func control(_ field: SettingsForm.Field) -> Widget? {
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
    case .lines:
      let text = gtk_text_view_new()
      text.map { text in
        gtk_text_view_set_wrap_mode(text.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(text.cast(), 0)
        gtk_widget_set_size_request(text, -1, 96)
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(text.cast()), field.value, -1)
      }
      return text
    case .text, .number, .integer, .url, .secret, .color, .date, .list:
      let entry = gtk_entry_new()
      entry.map { entry in
        gtk_entry_set_text(entry.cast(), field.value)
        gtk_entry_set_activates_default(entry.cast(), 1)
        if field.kind == .secret { gtk_entry_set_visibility(entry.cast(), 0) }
        if let example = Self.examples[field.kind] { gtk_entry_set_placeholder_text(entry.cast(), words(example)) }
      }
      return entry
    }
  }

  private var values: [(name: String, value: String)] {
    let counts = form.fields.filter { $0.kind == .list }.map { ("\($0.name).count", "\($0.elements.count)") }
    return counts
      + controls.compactMap { field, control in
        let value: String?
        switch field.kind {
        case .toggle: value = gtk_switch_get_active(control.cast()) != 0 ? "true" : "false"
        case .choice: value = gtk_combo_box_get_active_id(control.cast()).map { String(cString: $0) }
        case .lines: value = Self.text(of: gtk_text_view_get_buffer(control.cast()))
        case .text, .number, .integer, .url, .secret, .color, .date, .list:
          value = gtk_entry_get_text(control.cast()).map { String(cString: $0) }
        }
        return value.map { (field.name, $0) }
      }
  }

  private static func text(of buffer: UnsafeMutablePointer<GtkTextBuffer>?) -> String? {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
