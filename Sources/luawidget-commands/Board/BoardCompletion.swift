import ArgumentParser
import WidgetCommands
import WidgetHost

/// What a shell offers for the names of boards and of the widgets on them.
enum BoardCompletion {
  /// The ids on the board that the command line names, else those on all boards.
  static let ids = CompletionKind.custom { words, _, _ in
    let environment = ProcessEnvironment.current
    let locations = named(words, environment).map { [$0] } ?? BoardLocation.all(environment: environment)
    var ids: [String] = []
    for location in locations {
      for entry in (try? BoardFile(reading: location.path))?.entries ?? [] where !ids.contains(entry.id) { ids.append(entry.id) }
    }
    return ids
  }

  static let boards = CompletionKind.custom { _, _, _ in
    BoardLocation.all(environment: ProcessEnvironment.current).map(\.name)
  }

  private static func named(_ words: [String], _ environment: [String: String]) -> BoardLocation? {
    for (index, word) in words.enumerated() {
      if word.hasPrefix("--board=") { return BoardLocation(name: String(word.dropFirst(8)), environment: environment) }
      if word == "--board", words.indices.contains(index + 1) {
        return BoardLocation(name: words[index + 1], environment: environment)
      }
    }
    return nil
  }
}
