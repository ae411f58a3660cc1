/// Shows notifications.
public protocol Notifier: Sendable {
  func deliver(_ notification: UserNotification) throws(ProgramError)
}
