import Dispatch
import WidgetHelpers
import WidgetSystem

/// Sends requests to other processes of the user.
enum HostClient {
  enum Problem: Error, Equatable {
    /// No process listens at the owner's socket, or it has none.
    case unreachable
    /// The owner does not reply: it is stopped or busy, or it is not luawidget.
    case noReply
  }

  /// Sends one request and waits for the reply, on a thread that may block.
  static func send(
    _ request: HostRequest, to owner: String, in folder: RuntimeFolder, timeout: Double
  ) async -> Result<RequestReply, Problem> {
    await withCheckedContinuation { continuation in
      // A queue of its own has a thread that may block.
      DispatchQueue(label: "luawidget.request").async {
        continuation.resume(returning: exchange(request, folder.socket(of: owner), timeout))
      }
    }
  }

  static func exchange(_ request: HostRequest, _ path: String, _ timeout: Double) -> Result<RequestReply, Problem> {
    let deadline = MonotonicTime.now() + timeout
    do throws(SystemError) {
      let descriptor = try LocalSocket.connection(to: path)
      var channel = FrameChannel(
        descriptor: descriptor, maximumIncoming: HostRequest.maximumBytes, maximumOutgoing: HostRequest.maximumBytes)
      do throws(FrameChannel.Failure) {
        try channel.send(request.bytes, deadline: deadline)
        guard let reply = RequestReply(try channel.receive(deadline: deadline)) else { return .failure(.noReply) }
        return .success(reply)
      } catch {
        return .failure(error == .closed ? .unreachable : .noReply)
      }
    } catch {
      return .failure(error.code == EAGAIN ? .noReply : .unreachable)
    }
  }
}
