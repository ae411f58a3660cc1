import WidgetFormats
import WidgetModel

extension HostModule {
  static let csv = HostModule(
    "csv", "Comma-separated values (RFC 4180).",
    [
      HostFunction(
        "csv.decode",
        """
        Returns a list of records with keys from the first line, or a list of lists if there's no such line. Values stay text. A \
        short record lacks the last keys. Empty lines are skipped. For malformed text, returns nil and an error with line and \
        column.
        """,
        HostField("text", .string),
        .options(
          HostField("header", .boolean, "whether the first line names the columns", default: "true"),
          HostField("separator", .string, "one character, such as \";\", \"|\" or a tab", default: "\",\"")),
        returns: [HostField("records", .optional(.list(.any))), .error], long: .argument(1),
        limits: "4 MiB of text in a call, 100 000 fields"
      ).implemented { call throws(HostError) in try call.decodeCSV() }
    ])
}

extension HostCall {
  /// `{ value = records }` or `{ error = err }`.
  fileprivate func decodeCSV() throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let hasHeader = options.boolean("header") ?? true
    let separator = try options.character("separator", except: "\"\r\n") ?? UInt8(ascii: ",")
    do throws(CSVError) {
      return ["value": try CSVDocument(self[0].stringBytes ?? [], hasHeader: hasHeader, separator: separator).value]
    } catch {
      return LuaValue.decodeFailure(error.description, line: error.line, column: error.column)
    }
  }
}
