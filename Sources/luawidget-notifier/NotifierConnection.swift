import WidgetHelpers
import WidgetServices
import WidgetSystem

/// The connection to one program sending notifications.
final class NotifierConnection {
  private static let writeTime = 1.0

  let descriptor: Int32
  private var channel: FrameChannel
  private(set) var isClosed = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
    channel = FrameChannel(
      descriptor: descriptor, maximumIncoming: NotifierProtocol.maximumFrame, maximumOutgoing: NotifierProtocol.maximumFrame)
  }

  /// The complete requests that have arrived. A program breaking the protocol is disconnected.
  func receive() -> [NotifierRequest] {
    var requests: [NotifierRequest] = []
    while !isClosed {
      do throws(FrameChannel.Failure) {
        guard let payload = try channel.receiveAvailable() else { return requests }
        guard let request = NotifierRequest(decoding: payload) else {
          isClosed = true
          return requests
        }
        requests.append(request)
      } catch {
        isClosed = true
      }
    }
    return requests
  }

  func send(_ reply: NotifierReply) {
    do throws(FrameChannel.Failure) {
      try channel.send(reply.encoded, deadline: MonotonicTime.now() + Self.writeTime)
    } catch {
      isClosed = true
    }
  }
}
