/// SwiftBar.
struct SwiftBarDialect: MenuDialect {
  var commandKey: String { "bash" }
  var literal: [MenuParameter] {
    ["emojize", "symbolize", "ansi", "md"].map { MenuParameter(flag: $0, false) }
  }
}
