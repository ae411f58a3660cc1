import WidgetSystem

/// A view that lets the user change a value: a text field, a picker, a slider, a stepper or a date field.
///
/// It's drawn through its ``parts``, ordinary views inside it, so every format and every surface shows it. A tap on a part passes
/// that part's value to the script; a text field passes what the user typed.
public struct InputField: Sendable, Equatable {
  public var kind: Kind
  /// Shown in front of the field, and read aloud.
  public var label = ""
  /// The text, or the selected choice, or a date's wall-clock time as `2026-11-05T15:04:09`. Always empty in a secure field.
  public var text = ""
  /// Shown while there's no text.
  public var placeholder = ""
  /// Whether the text is never shown, stored or written anywhere.
  public var isSecure = false
  /// Whether the script gave a secure field a text.
  public var isFilled = false
  /// The lines shown of a text.
  public var lines = 1
  public var choices: [String] = []
  public var style = PickerStyle.menu
  public var dateStyle = DateParts.date
  /// The number, or a date in seconds since 1970.
  public var number = 0.0
  public var from = 0.0
  public var to = 1.0
  public var step = 0.1
  /// The worker's number for `on_change`.
  public var onChange: Int?
  /// The worker's number for `on_submit`.
  public var onSubmit: Int?

  public init(_ kind: Kind) { self.kind = kind }

  public enum Kind: String, Sendable, Equatable, CaseIterable, FieldValue {
    case text = "text_field"
    case picker, slider, stepper
    case date = "date_field"
  }

  /// How a picker shows its choices.
  public enum PickerStyle: String, Sendable, Equatable, CaseIterable, FieldValue {
    /// The selected one.
    case menu
    /// All of them, side by side.
    case segments
  }
}

// MARK: Text

extension InputField {
  /// Whether the user types a text into it.
  public var takesText: Bool { kind == .text || kind == .date }

  /// The text to edit.
  public var editedText: String { kind == .date ? dateText : text }

  /// The longest text a user can type, in bytes.
  public static let maximumBytes = 4096

  /// A text as a field takes it: without control characters and characters that turn the direction of what follows, and not too
  /// long. Whole characters are left out at the end.
  ///
  /// - Parameter lines: With one line, a line feed becomes a space.
  public static func accepted(_ text: String, lines: Int) -> String {
    var accepted = ""
    var bytes = 0
    for character in text {
      var kept = ""
      if character.isNewline {
        kept = lines > 1 ? "\n" : " "
      } else {
        for scalar in character.unicodeScalars {
          if scalar == "\t" { kept += " " } else if isAllowed(scalar) { kept.unicodeScalars.append(scalar) }
        }
      }
      // A stack of marks is as long as any text, so it's cut like one.
      bytes += kept.utf8.count
      guard bytes <= maximumBytes else { break }
      accepted += kept
    }
    return accepted
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: false
    default: true
    }
  }

  /// The mark for each character of a secure text.
  public static let secureMark: Character = "•"

  /// The field's text, or something in place of it.
  public var shownText: String {
    let value = valueText
    return value.isEmpty ? placeholder : value
  }

  private var valueText: String {
    if kind == .slider || kind == .stepper { return number.shortText }
    if kind == .date { return dateText.replacing("T", with: " ") }
    return isSecure && isFilled ? String(repeating: Self.secureMark, count: 8) : text
  }

  /// The name and the value in words. Where nobody can type, a placeholder would look like a value: it only stands for a name.
  public var summary: String {
    let value = valueText
    return label.isEmpty ? shownText : value.isEmpty ? label : "\(label): \(value)"
  }
}

// MARK: Numbers and choices

extension InputField {
  /// How much of the range is below the number.
  var fraction: Double { to > from ? min(1, max(0, (number - from) / (to - from))) : 0 }

  /// The value that a part stands for; nil for one that does nothing.
  ///
  /// - Parameter moment: A wall-clock time's moment in seconds since 1970. Without it, clocks are never changed.
  public func value(ofPart index: Int, moment: ((CalendarDate) -> Double)? = nil) -> LuaValue? {
    switch kind {
    case .text: return nil
    case .date: return date(ofPart: index, moment).map(Self.value)
    case .picker where style == .segments:
      return choices.indices.contains(index) ? .string(choices[index]) : nil
    case .picker:
      guard !choices.isEmpty, index == 0 || index == 1 else { return nil }
      guard let selected = choices.firstIndex(of: text) else { return .string(choices[index == 0 ? choices.count - 1 : 0]) }
      let next = (selected + (index == 0 ? -1 : 1) + choices.count) % choices.count
      return next == selected ? nil : .string(choices[next])
    case .slider, .stepper:
      guard index == 0 || index == 1 else { return nil }
      let next = min(to, max(from, index == 0 ? number - step : number + step)).tidied
      guard next != number else { return nil }
      return Self.value(next)
    }
  }

  /// An integer if it's whole.
  static func value(_ number: Double) -> LuaValue { Int64(exactly: number).map { .integer($0) } ?? .number(number) }
}

/// The number of a part's handler: that of the field's `on_change`, and the part.
///
/// Parts are controls like any other, found by their numbers, while the script has one function for the whole field.
public enum PartAction {
  /// More than the number of any function in a view.
  private static let base = 1 << 24

  static func number(of part: Int, _ handler: Int) -> Int { base + handler << 8 + part }

  /// The handler and the part of a number; nil for that of a function.
  static func parts(_ action: Int) -> (handler: Int, part: Int)? {
    action >= base ? ((action - base) >> 8, (action - base) & 0xFF) : nil
  }

  /// The largest number that a function can have, and the most parts of a field.
  public static let largestHandler = 1 << 15
  public static let mostParts = 200
}

// MARK: Input

/// A text the user typed into a text field.
public struct FieldInput: Sendable, Equatable {
  public var text: String
  /// Whether the user is done: `on_submit`, and not `on_change`.
  public var isFinal: Bool

  public init(_ text: String, isFinal: Bool) {
    self.text = text
    self.isFinal = isFinal
  }
}

extension ViewNode {
  /// The field for a text that the view is; nil for any other view.
  public var textField: InputField? {
    if case .field(let field) = content, field.takesText { field } else { nil }
  }

  /// The field for a text that has a handler's number; nil for its parts and any other view.
  public func textField(for action: Int) -> InputField? {
    PartAction.parts(action) == nil ? first(withAction: action)?.textField : nil
  }

  /// The view with a handler's number, or with the field that a part belongs to.
  public func first(withAction action: Int) -> ViewNode? {
    if let (handler, _) = PartAction.parts(action) {
      return first { if case .field(let field) = $0.content { field.onChange == handler } else { false } }
    }
    return first { $0.action == action }
  }

  private func first(where isWanted: (ViewNode) -> Bool) -> ViewNode? {
    if isWanted(self) { return self }
    for child in children { if let found = child.first(where: isWanted) { return found } }
    return nil
  }

  /// The function to call for a tap, and its argument.
  ///
  /// - Parameter input: The text in a text field.
  /// - Parameter moment: A wall-clock time's moment in seconds since 1970.
  /// - Returns: nil if there's nothing to call.
  /// - Throws: ``NotADate`` for a text in a date field.
  public func call(
    for action: Int, _ input: FieldInput?, moment: @escaping (CalendarDate) -> Double = { Double($0.localSeconds) }
  ) throws(NotADate) -> (handler: Int, argument: LuaValue, isSecure: Bool)? {
    guard let node = first(withAction: action), case .field(let field) = node.content else { return (action, .null, false) }
    if let (handler, part) = PartAction.parts(action) {
      return field.value(ofPart: part, moment: moment).map { (handler, $0, false) }
    }
    if field.kind == .date {
      guard let input, input.isFinal, let handler = field.onChange, !input.text.isEmpty else { return nil }
      return (handler, InputField.value(try field.date(in: input.text, moment)), false)
    }
    // A form without the page's script has only a final text.
    guard let input, let handler = input.isFinal ? field.onSubmit ?? field.onChange : field.onChange else { return nil }
    return (handler, .string(InputField.accepted(input.text, lines: field.lines)), field.isSecure)
  }
}

// MARK: Storing

extension InputField: FieldCoded {
  public init() { self.init(.text) }

  /// Leaves out the kind, which is the view's.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("label", &label)
    coder.code("text", &text)
    coder.code("placeholder", &placeholder)
    coder.code("secure", &isSecure)
    coder.code("filled", &isFilled)
    coder.code("lines", &lines)
    coder.code("choices", &choices)
    coder.code("style", &style)
    coder.code("value", &number)
    coder.code("minimum", &from)
    coder.code("maximum", &to)
    coder.code("step", &step)
    coder.code("on_change", &onChange)
    coder.code("on_submit", &onSubmit)
    // Fields stored before there were dates end here.
    var parts = dateStyle == .date ? nil : dateStyle
    coder.code("date_style", &parts)
    dateStyle = parts ?? .date
  }
}
