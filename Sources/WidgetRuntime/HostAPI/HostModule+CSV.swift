import WidgetFormats
import WidgetModel

extension HostModule {
  static let csv = HostModule(
    "csv", "Comma-separated values (RFC 4180).",
    [
      HostFunction(
        "csv.decode",
        "A list of records keyed by the names in the first line, or of lists without such a line. Values stay text; a short record "
          + "lacks the last keys; empty lines are left out. nil and an error with line and column for text that breaks the rules.",
        HostField("text", .string),
        HostField(
          "options",
          .optional(
            .record([
              HostField("header", .boolean, "whether the first line names the columns; true when not given"),
              HostField("separator", .string, "one character such as \";\", \"|\" or a tab; a comma when not given"),
            ]))),
        returns: [HostField("records", .optional(.list(.any))), HostField("err", .optional(.named("Error")))],
        limits: "4 MiB of text in a call, 100 000 fields"
      ) { call, _ throws(HostError) in try call.decodeCSV() }
    ])
}

extension HostCall {
  /// `{ value = records }` or `{ error = text }`: the prelude makes two results of it.
  fileprivate func decodeCSV() throws(HostError) -> LuaValue {
    let options = try CallOptions(self, 1, ["header", "separator"])
    let hasHeader = try options.boolean("header") ?? true
    let separator = try options.character("separator", except: "\"\r\n") ?? UInt8(ascii: ",")
    do throws(CSVError) {
      return ["value": try CSVDocument(self[0].stringBytes ?? [], hasHeader: hasHeader, separator: separator).value]
    } catch {
      return HostSession.undecoded(error.description, line: error.line, column: error.column)
    }
  }
}
