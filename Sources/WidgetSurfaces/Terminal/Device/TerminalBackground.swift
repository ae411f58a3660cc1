public import WidgetModel
import WidgetSystem

/// Asks a terminal for its background before something is printed to it once.
public enum TerminalBackground {
  /// - Parameters:
  ///   - capabilities: Says whether the terminal understands the question.
  ///   - input: Where the answer arrives. It's read only meanwhile.
  /// - Returns: nil if the terminal doesn't answer: after 0.2 seconds, or one second over SSH.
  public static func ask(
    _ capabilities: TerminalCapabilities, environment: [String: String], input: Int32 = 0, output: Int32 = 1
  ) -> ColorScheme? {
    guard isTerminal(input), isTerminal(output), isForeground(input), isForeground(output) else { return nil }
    var detection = FeatureDetection(capabilities, environment)
    let question = detection.begin(.none, .background, canRespond: true, now: MonotonicTime.now())
    guard !question.isEmpty else { return nil }
    let mode = RawMode(input: input, output: output, enterSequence: [], leaveSequence: [])
    return try? mode.run {
      try LiveTerminal.write(question, to: output)
      var decoder = KeyDecoder()
      while let deadline = detection.deadline {
        let left = deadline - MonotonicTime.now()
        guard left > 0 else { break }
        var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(saturating: (left * 1000).rounded(.up))) > 0 else { break }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(input, &bytes, bytes.count)
        guard count > 0 else { break }
        _ = decoder.decode(bytes.prefix(count))
        if detection.receive(decoder.takeResponses()) { break }
      }
      return detection.features(measured: nil).background
    }
  }
}
