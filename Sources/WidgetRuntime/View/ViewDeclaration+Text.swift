import WidgetModel

extension ViewDeclaration {
  private static let shownText = TypedField<String>.text("text", "The text.")

  static let text = ViewDeclaration(
    .text, "Text. You can give a part its own style: `ui.text { \"14° in \", { \"Berlin\", weight = \"bold\" } }`.",
    positional: .text("text"), fields: [shownText, SharedFields.spans]
  ) { fields throws(FieldProblem) in
    guard let text = fields[SharedFields.spans]?.map(\.text).joined() ?? fields[shownText] else {
      throw FieldProblem("ui.text has no text: the value is nil; write \"\" for an empty text")
    }
    return .text(text)
  }

  static let label = ViewDeclaration(
    .label, "An icon and text.", positional: .text("text"), fields: [SharedFields.text, SharedFields.icon]
  ) { fields throws(FieldProblem) in
    try SharedFields.requireTextOrIcon(fields)
    return .label(fields[SharedFields.text], icon: fields[SharedFields.icon])
  }

  private static let url = TypedField<String>.url("url", "Opened by a tap.").required

  /// A link without text shows its URL.
  static let link = ViewDeclaration(
    .link, "Text opening a URL.", positional: .text("text"), fields: [SharedFields.text, url]
  ) { fields throws(FieldProblem) in
    let target = try fields.value(of: url)
    let text = fields[SharedFields.text]
    return .link(text.isEmpty ? target : text, url: target)
  }

  private static let moment = TypedField<Double>.time("date", "The moment, in seconds since 1970.").required
  private static let style = TypedField<DateStyle>.choice(
    "style",
    """
    The format, in the user's language. "relative" and "offset" count as `format.relative` does; English is short: `in 10 d`. \
    `elapsed` counts up from the moment and `remaining` down to it, as in `4:59`; neither goes below `0:00`.
    """
  ).defaulting(to: .time)

  static let date = ViewDeclaration(
    .date, "A moment; the text advances without running your script.", positional: .value("date"), fields: [moment, style]
  ) { fields throws(FieldProblem) in
    .date(try fields.value(of: moment), style: fields[style])
  }

  private static let indicatorText = TypedField<String>.text("text", "Shown beside the indicator.")

  static let activityIndicator = ViewDeclaration(
    .activityIndicator, "Shows that something is in progress.", positional: .text("text"), fields: [indicatorText]
  ) { fields in
    .activityIndicator(fields.nonEmpty(indicatorText))
  }
}

/// Fields shared by several kinds of view.
enum SharedFields {
  static let text = TypedField<String>.text("text", "The text.").defaulting(to: "")
  static let spans = TypedField<[TextSpan]>.spans("spans", "The parts of the text, instead of positional values; see TextSpan.")
  static let icon = TypedField<String>.icon("icon", "The icon's name.")

  /// nil is probably an unset variable.
  static func requireTextOrIcon(_ fields: ViewFields) throws(FieldProblem) {
    guard !fields.has("text"), !fields.has("icon") else { return }
    throw FieldProblem("ui.\(fields.kind.rawValue) has neither text nor icon: the value is nil")
  }

  /// A missing action is probably the result of a call: `action = print("x")`.
  static func requireAction(_ fields: ViewFields) throws(FieldProblem) {
    guard fields[ViewSchema.action] == nil else { return }
    throw FieldProblem("ui.\(fields.kind.rawValue) needs action: a function, as in action = function() ... end")
  }
}
