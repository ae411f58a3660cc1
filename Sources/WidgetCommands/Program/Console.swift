import WidgetSurfaces
import WidgetSystem

/// Standard output and standard error, unbuffered.
package struct Console {
  private let descriptor: Int32

  package static let standardOutput = Console(descriptor: 1)
  package static let standardError = Console(descriptor: 2)

  package var isTerminal: Bool { WidgetSurfaces.isTerminal(descriptor) }

  /// - Returns: false if not all bytes were written. For standard error, and output that may be lost.
  @discardableResult
  package func write(_ text: String) -> Bool {
    do { try writeAll(Array(text.utf8), to: descriptor) } catch { return false }
    return true
  }

  /// Writes the result of a command.
  ///
  /// - Throws: ``CommandFailure`` if the disk is full. A reader that has gone away (`| head -1`) is not an error.
  package func print(_ text: String) throws { try print(Array(text.utf8)) }

  package func print(_ bytes: [UInt8]) throws {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      if error.code == EPIPE { return }
      throw CommandFailure("standard output: \(String(cString: strerror(error.code)))", .internalError)
    }
  }
}
