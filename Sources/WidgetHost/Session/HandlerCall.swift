public import WidgetServices

/// A handler of a script to run in its worker, whichever process that belongs to.
public enum HandlerCall: Sendable, Equatable {
  /// That of a control that the user sees.
  case tap(ControlReference)
  /// `on_open`
  case open(String)
  /// `on_notification`
  case respond(NotificationResponse)
}

/// What became of a ``HandlerCall``.
public enum HandlerResult: Sendable, Equatable {
  case handled
  /// The script wants its widget to be brought up.
  case broughtUp
  /// The tapped control is not in the new view, so nothing ran.
  case controlMissing
}
