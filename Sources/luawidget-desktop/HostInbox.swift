import CGtk
import Synchronization
import WidgetGraphics
import WidgetHelpers
import WidgetSystem

/// The messages of the host, from the thread that receives them to the main thread.
final class HostInbox: Sendable {
  private let messages = Mutex<[HostToDesktopMessage]>([])
  let link: FrameLink

  init(descriptor: Int32) throws(SystemError) {
    link = try FrameLink(descriptor: descriptor, maximumIncoming: WindowProtocol.maximumFrame)
  }

  /// Starts to receive. The process ends when the host is gone, or does not keep to the protocol.
  ///
  /// - Parameter wake: Called on the main thread when there are messages.
  func start(_ program: WindowsProgram) throws(SystemError) {
    let pointer = UInt(bitPattern: Unmanaged.passUnretained(program).toOpaque())
    try DetachedThread.start(stackBytes: 1 << 20) {
      let end = self.link.run { payload in
        guard let message = try? HostToDesktopMessage(decoding: payload) else { return false }
        let isFirst = self.messages.withLock { messages in
          messages.append(message)
          return messages.count == 1
        }
        if isFirst {
          let wake: GSourceFunc = { data in
            if let data { Unmanaged<WindowsProgram>.fromOpaque(data).takeUnretainedValue().receive() }
            return 0
          }
          g_idle_add_full(G_PRIORITY_DEFAULT, wake, UnsafeMutableRawPointer(bitPattern: pointer), nil)
        }
        return true
      }
      _exit(end == .closed ? 0 : 1)
    }
  }

  func send(_ message: WindowMessage) { link.send(message.encoded) }

  func take() -> [HostToDesktopMessage] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
