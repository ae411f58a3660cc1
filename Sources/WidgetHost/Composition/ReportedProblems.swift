public import WidgetServices
import WidgetSystem

/// Remembers what users have been told about the environment, so not every run repeats it.
public struct ReportedProblems: Sendable {
  private let locations: StoreLocations

  private static let sizeLimit = 64 << 10

  public init(_ locations: StoreLocations) { self.locations = locations }

  /// `$XDG_STATE_HOME/luawidget/reported`; nil without a folder for it, which makes every run report.
  private var path: String? {
    guard case .file(let snapshots) = locations.snapshots, let slash = snapshots.lastIndex(of: "/") else { return nil }
    return snapshots[...slash] + "reported"
  }

  /// Those no earlier run has reported. They count as reported from now on.
  public func new(_ problems: [String]) -> [String] {
    guard !problems.isEmpty, let path else { return problems }
    let text = (try? RegularFile.read(path, limit: Self.sizeLimit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let known = text.split(separator: "\n").map(String.init)
    let new = problems.filter { !known.contains($0) }
    if !new.isEmpty {
      let all = (known.suffix(50) + new).map { $0 + "\n" }.joined()
      // If it can't be written, the next run reports again.
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      _ = try? Directory.make(String(folder))
      try? AtomicFile.write(Array(all.utf8), to: path)
    }
    return new
  }
}
