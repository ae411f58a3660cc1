/// The page's script. It works on what the server sent: without it, everything but live updates still works.
enum PageScript {
  /// The parts of one function, which share its variables.
  static let text = [start, replacement, board, input, events].joined(separator: "\n\n")
}
