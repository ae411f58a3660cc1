import CGtk

/// A function C calls with a pointer to it.
final class SignalBody<Body> {
  let body: Body
  init(_ body: Body) { self.body = body }

  static func body(of data: gpointer?) -> Body? {
    data.map { Unmanaged<SignalBody<Body>>.fromOpaque($0).takeUnretainedValue().body }
  }
}

/// Connects GTK's signals to Swift functions. A function lives as long as its widget.
enum Signals {
  typealias Action = () -> Void
  /// Receives the event; returns whether it handled it.
  typealias Event = (UnsafeMutableRawPointer) -> Bool

  static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping Action) {
    let call: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in SignalBody<Action>.body(of: data)?() }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
  }

  /// Connects a signal with one argument, such as `notify` or `response`, which is ignored.
  static func connectDetail(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping Action) {
    let call: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in SignalBody<Action>.body(of: data)?() }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
  }

  static func connectResponse(_ object: UnsafeMutableRawPointer, _ body: @escaping (Int32) -> Void) {
    let call: @convention(c) (gpointer?, Int32, gpointer?) -> Void = { _, response, data in
      SignalBody<(Int32) -> Void>.body(of: data)?(response)
    }
    connect(object, "response", unsafeBitCast(call, to: GCallback.self), body)
  }

  /// Connects an event, or `draw`, whose argument is a Cairo context.
  static func connectEvent(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping Event) {
    let call: @convention(c) (gpointer?, UnsafeMutableRawPointer?, gpointer?) -> gboolean = { _, event, data in
      guard let event, let body = SignalBody<Event>.body(of: data) else { return 0 }
      return body(event) ? 1 : 0
    }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), body)
  }

  /// - Parameter body: Returns the text; nil for no tooltip.
  static func connectTooltip(_ object: UnsafeMutableRawPointer, _ body: @escaping (_ x: Double, _ y: Double) -> String?) {
    let call: @convention(c) (gpointer?, Int32, Int32, gboolean, OpaquePointer?, gpointer?) -> gboolean = {
      _, x, y, isFromKeyboard, tooltip, data in
      guard
        let text = SignalBody<(Double, Double) -> String?>.body(of: data)?(
          isFromKeyboard == 0 ? Double(x) : -1, isFromKeyboard == 0 ? Double(y) : -1)
      else { return 0 }
      gtk_tooltip_set_text(tooltip, text)
      return 1
    }
    connect(object, "query-tooltip", unsafeBitCast(call, to: GCallback.self), body)
  }

  private static func connect<Body>(_ object: UnsafeMutableRawPointer, _ signal: String, _ call: GCallback?, _ body: Body) {
    let release: GClosureNotify = { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }
    g_signal_connect_data(
      object, signal, call, Unmanaged.passRetained(SignalBody(body)).toOpaque(), release, GConnectFlags(rawValue: 0))
  }

  /// Calls a function once, when GTK has nothing else to do. Call this on the main thread.
  static func later(_ body: @escaping Action) {
    let call: GSourceFunc = { data in
      if let data { Unmanaged<SignalBody<Action>>.fromOpaque(data).takeRetainedValue().body() }
      return 0
    }
    g_idle_add(call, Unmanaged.passRetained(SignalBody(body)).toOpaque())
  }
}

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget as one of its classes.
  func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
