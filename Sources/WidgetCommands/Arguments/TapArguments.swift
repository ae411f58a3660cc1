package import WidgetModel

/// The arguments of `luawidget tap`.
package struct TapArguments: CommandArguments {
  package var widget = WidgetArguments()
  package var target = ""
  package var appearance: ColorScheme?
  package var isPercentEncoded = false

  package init() {}

  package static let name = "tap"
  package static let abstract = "Press a control of a widget in a status bar."
  package static let discussion = """
    Name the control by an id written by run --format, by a gesture, or by the id set in the script. A gesture (click, \
    middle_click, right_click, scroll_up, scroll_down) presses the control with that id. If there's none, click presses the first \
    control, and middle_click and refresh update the widget.

    Exit status: as for run; 1 if the control isn't in the view.
    """

  package static let declarations: [ArgumentDeclaration<Self>] =
    WidgetArguments.declarations.map { $0.part(of: \.widget) } + [
      .positional("id", \.target, "An id from run --format, a gesture, or the id of a control."),
      .option("appearance", \.appearance, "The appearance given to run: light or dark. (default: dark)"),
      .flag(
        "percent-encoded", \.isPercentEncoded,
        "The file and the settings are percent-encoded, as run --format writes them for bars that can't quote every character."),
    ]

  package static var inheritedOptions: InheritedOptions {
    InheritedOptions(
      names: WidgetArguments.declarations.map(\.name), introduction: "Those of \\fBrun\\fR about the widget, and:\n")
  }

  package var problem: String? {
    if isPercentEncoded, decoded == nil { return "--percent-encoded needs a file and settings with % and two hexadecimal digits" }
    return widget.problem
  }

  /// The arguments about the widget, without percent-encoding; nil if they aren't percent-encoded text.
  package var decoded: WidgetArguments? {
    guard isPercentEncoded else { return widget }
    var decoded = widget
    guard let file = PercentEncoding.decoded(widget.file) else { return nil }
    decoded.file = file
    decoded.settings = widget.settings.compactMap(PercentEncoding.decoded)
    decoded.additions = widget.additions.compactMap(PercentEncoding.decoded)
    let isWhole = decoded.settings.count == widget.settings.count && decoded.additions.count == widget.additions.count
    return isWhole ? decoded : nil
  }

  /// The words of a command that presses a control, without the control.
  ///
  /// - Parameters:
  ///   - settings: Assignments for `--set`.
  ///   - options: Further options.
  package static func command(_ program: String, file: String, settings: [String], options: [String]) -> [String] {
    let isEncoded = ([file] + settings).contains { $0.unicodeScalars.contains(where: PercentEncoding.isUnquotable) }
    let encoded = isEncoded ? PercentEncoding.encoded : { $0 }
    return [program, name] + (isEncoded ? ["--percent-encoded"] : []) + settings.flatMap { ["--set", encoded($0)] } + options
      + [encoded(file)]
  }
}

/// Percent-encoding (RFC 3986, section 2.1) for words of a command that a bar runs.
private enum PercentEncoding {
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_./=+,:@".utf8.contains(byte)
    }
  }

  /// Whether some bar can't quote a character.
  static func isUnquotable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || "\"'\\|".unicodeScalars.contains(scalar)
  }

  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte in
      isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
