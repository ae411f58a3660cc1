import WidgetModel
import WidgetRendering
import WidgetServices

/// One entry in the list of `luawidget cache`.
struct CacheRow {
  var name: String
  /// The size as counted by the limit, without the overhead per entry.
  var bytes: Int
  var age: String
  /// "expires in 5 min", "expired", or "kept while there is space".
  var expiry: String
}

extension CacheRow {
  init(_ entry: CacheEntry, now: Double) {
    name = entry.key
    bytes = entry.key.utf8.count + MessagePack.encode(entry.value).count
    age = CacheRow.duration(now - entry.storedAt)
    expiry =
      entry.expiresAt.map { $0 > now ? "expires in \(CacheRow.duration($0 - now))" : "expired" } ?? "kept while there is space"
  }

  /// A stored response.
  init(_ entry: HTTPCacheEntry, now: Double) {
    name = entry.url
    bytes = entry.size
    age = CacheRow.duration(now - entry.storedAt)
    expiry =
      "status \(entry.status), "
      + (entry.freshUntil > now ? "fresh for \(CacheRow.duration(entry.freshUntil - now))" : "stale")
  }

  /// A duration in its largest unit, rounded down: 90 seconds are "1 min".
  static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86400.0), ("h", 3600), ("min", 60)] where seconds >= length {
      guard let count = Int(exactly: (seconds / length).rounded(.down)) else { return "long" }
      return "\(count) \(unit)"
    }
    return "\(Int(exactly: max(0, seconds).rounded(.down)) ?? 0) s"
  }

  /// The rows in columns, below a title.
  static func table(_ rows: [CacheRow], title: String) -> String {
    let names = rows.map { terminalSafe($0.name).singleSpaced }
    let sizes = rows.map { "\($0.bytes) B" }
    let nameWidth = names.map { GraphemeWidth.cells($0) }.max() ?? 0
    let sizeWidth = sizes.map(\.count).max() ?? 0
    let ageWidth = rows.map(\.age.count).max() ?? 0
    func pad(_ width: Int, _ cells: Int) -> String { String(repeating: " ", count: max(0, width - cells)) }
    var text = "\(terminalSafe(title))\n"
    for (index, row) in rows.enumerated() {
      text += "  \(names[index])\(pad(nameWidth, GraphemeWidth.cells(names[index])))"
      text += "  \(pad(sizeWidth, sizes[index].count))\(sizes[index])"
      text += "  \(pad(ageWidth, row.age.count))\(row.age) old  \(row.expiry)\n"
    }
    return text
  }
}
