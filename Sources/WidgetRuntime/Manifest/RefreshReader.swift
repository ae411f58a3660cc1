import WidgetModel

/// Decodes `refresh`: a duration, `"never"` or `{ cron = "0 7 * * *" }`.
enum RefreshReader {
  static func refresh(_ reader: RecordReader, _ name: String) throws(ManifestError) -> Refresh? {
    guard let value = reader[name] else { return nil }
    if value.string == "never" { return .never }
    if case .table(let fields) = value, !fields.isEmpty {
      let table = try RecordReader(value, path: name, words: "a table")
      try table.check(names: ["cron"])
      guard let text = try table.text("cron", limit: 200) else { throw reader.fail(name, "must be { cron = \"...\" }") }
      do {
        return .cron(try CronSchedule(parsing: text).text)
      } catch {
        throw table.fail("cron", error.description)
      }
    }
    if let text = value.string, (try? CronSchedule(parsing: text)) != nil {
      throw reader.fail(name, "\(text.quoted) is a cron schedule; write { cron = \(text.quoted) }")
    }
    guard value.string != nil || value.double != nil else {
      throw reader.fail(name, "must be a duration such as \"5m\", \"never\" or { cron = \"0 7 * * *\" }, got \(value.shown)")
    }
    return try reader.duration(name, in: 1...366 * 86_400, words: "from one second to 366 days").map { .every(seconds: $0) }
  }
}
