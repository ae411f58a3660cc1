import WidgetModel

extension HostModule {
  static let theme = HostModule(
    "theme", "The user's colours.",
    [
      HostFunction(
        "theme.color",
        """
        Returns a semantic colour by its name, for any field that takes a colour. It's resolved where the view is drawn: each surface \
        has its own shades of it, for light and dark, and `accent` is the one of the board's theme. So a stored view changes with the \
        appearance and the theme.
        """,
        HostField("name", .choice(ColorName.names)),
        .optional("opacity", .numbers(0...1), "0 is invisible", default: "1"), returns: [HostField("color", .string)]
      ).implemented { call throws(HostError) in
        guard let opacity = call[1].double else { return .string(call.text(0)) }
        return .string("\(call.text(0))/\(opacity)")
      }
    ])
}
