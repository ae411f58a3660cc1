import WidgetCommands
import WidgetRendering
import WidgetSystem

/// Asks the user at the terminal which of several widgets opens the links of a scheme.
enum LinkChooser {
  /// - Returns: nil without a terminal, and if the user chooses none.
  static func ask(for scheme: String, among files: [String]) -> String? {
    guard PermissionPrompter.isPossible else { return nil }
    let console = Console.standardError
    console.write("Several widgets open \(terminalSafe(scheme)) links:\n")
    for (index, file) in files.enumerated() { console.write("  \(index + 1)  \(terminalSafe(file))\n") }
    while true {
      console.write("Which one, from now on? [1-\(files.count)] ")
      tcflush(0, TCIFLUSH)
      guard let line = readLine(), !line.allSatisfy(\.isWhitespace) else { return nil }
      if let number = Int(line.filter { !$0.isWhitespace }), files.indices.contains(number - 1) { return files[number - 1] }
      console.write("Please type a number from 1 to \(files.count).\n")
    }
  }
}
