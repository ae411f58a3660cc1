/// A running program that shows cards: `luawidget-desktop`, or the double of a test.
package protocol CardProgram: AnyObject, Sendable {
  func send(_ message: HostToDesktopMessage)
}

extension WindowSession: CardProgram {}
