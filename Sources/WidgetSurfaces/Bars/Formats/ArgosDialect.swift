/// Argos, and kargos.
struct ArgosDialect: MenuDialect {
  var commandKey: String { "bash" }
  var literal: [MenuParameter] {
    ["emojize", "ansi", "unescape", "useMarkup"].map { MenuParameter(flag: $0, false) }
  }
}
