import CGtk
import Synchronization
import WidgetGraphics
import WidgetHelpers
import WidgetSystem

/// The host's messages, on their way from the receiving thread to the main thread.
final class HostInbox: Sendable {
  private struct Waiting {
    var messages: [HostToDesktopMessage] = []
    /// Whether the host has asked for a sign of life.
    var isAsked = false
  }

  private let waiting = Mutex(Waiting())
  let link: FrameLink

  init(descriptor: Int32) throws(SystemError) {
    link = try FrameLink(descriptor: descriptor, maximumIncoming: WindowProtocol.maximumFrame)
  }

  /// Starts receiving. The process ends when the host is gone, or violates the protocol.
  ///
  /// - Parameter wake: Called on the main thread when there are messages.
  func start(_ program: WindowsProgram) throws(SystemError) {
    let pointer = UInt(bitPattern: Unmanaged.passUnretained(program).toOpaque())
    try DetachedThread.start(stackBytes: 1 << 20) {
      // The main thread replies to the host's question: if that hangs, no card is any use.
      _exit(
        self.link.serve(alive: { self.post(nil, pointer) }) { payload throws(HelperProtocolError) in
          self.post(try HostToDesktopMessage(decoding: payload), pointer)
        })
    }
  }

  /// - Parameter message: nil asks for a sign of life.
  private func post(_ message: HostToDesktopMessage?, _ program: UInt) {
    let isFirst = waiting.withLock { waiting in
      let isFirst = waiting.messages.isEmpty && !waiting.isAsked
      if let message { waiting.messages.append(message) } else { waiting.isAsked = true }
      return isFirst
    }
    guard isFirst else { return }
    let wake: GSourceFunc = { data in
      if let data { Unmanaged<WindowsProgram>.fromOpaque(data).takeUnretainedValue().receive() }
      return 0
    }
    g_idle_add_full(G_PRIORITY_DEFAULT, wake, UnsafeMutableRawPointer(bitPattern: program), nil)
  }

  func send(_ message: WindowMessage) { link.send(message.encoded) }

  /// The messages that have arrived.
  func take() -> [HostToDesktopMessage] {
    let taken = waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting
    }
    if taken.isAsked { link.sendSign() }
    return taken.messages
  }
}
