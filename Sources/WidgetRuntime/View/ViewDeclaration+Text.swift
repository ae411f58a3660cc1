import WidgetModel

extension ViewDeclaration {
  static let text = ViewDeclaration(
    .text, "Text. A part may have its own style: `ui.text { \"14° in \", { \"Berlin\", weight = \"bold\" } }`.",
    positional: .text("text"), fields: [SharedFields.text, SharedFields.spans]
  ) { fields in
    .text(fields[SharedFields.spans]?.map(\.text).joined() ?? fields[SharedFields.text])
  }

  static let label = ViewDeclaration(
    .label, "An icon and text.", positional: .text("text"), fields: [SharedFields.text, SharedFields.icon]
  ) { fields in
    .label(fields[SharedFields.text], icon: fields[SharedFields.icon])
  }

  private static let url = TypedField<String>.url("url", "Opened by a tap.").required

  /// A link without text shows its URL.
  static let link = ViewDeclaration(
    .link, "Text that opens a URL.", positional: .text("text"), fields: [SharedFields.text, url]
  ) { fields throws(FieldProblem) in
    let target = try fields.value(of: url)
    let text = fields[SharedFields.text]
    return .link(text.isEmpty ? target : text, url: target)
  }

  private static let moment = TypedField<Double>.time("date", "The moment, in seconds since 1970.").required
  private static let style = TypedField<DateStyle>.choice("style", "The format.").defaulting(to: .time)

  static let date = ViewDeclaration(
    .date, "A moment; the text advances without running the script.", positional: .value("date"), fields: [moment, style]
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

/// Fields that several kinds of view have.
enum SharedFields {
  static let text = TypedField<String>.text("text", "The text.").defaulting(to: "")
  static let spans = TypedField<[TextSpan]>.spans("spans", "The parts of the text, instead of positional values; see TextSpan.")
  static let icon = TypedField<String>.icon("icon", "The icon's name.")
}
