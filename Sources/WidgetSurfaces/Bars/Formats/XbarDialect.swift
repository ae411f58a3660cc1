/// xbar. An unknown parameter is an error for the whole plugin.
struct XbarDialect: MenuDialect {
  var commandKey: String { "shell" }
  var literal: [MenuParameter] { [MenuParameter(flag: "emojize", false), MenuParameter(flag: "ansi", false)] }
}
