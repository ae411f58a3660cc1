public import WidgetHost

/// A tap's target: a control in a particular snapshot, a gesture, or a control by the `id` from the script.
public enum TapTarget: Sendable, Equatable {
  case tap(TapID)
  case gesture(Gesture)
  case name(String)

  /// The meaning of a tap in the current views.
  public enum Resolution: Sendable, Equatable {
    case control(ControlReference, isInline: Bool)
    case refresh
    /// The control isn't there.
    case missing
  }

  public init(_ text: String) {
    if let id = TapID(text) {
      self = .tap(id)
    } else if let gesture = Gesture(rawValue: text) {
      self = .gesture(gesture)
    } else {
      self = .name(text)
    }
  }

  public var text: String {
    switch self {
    case .tap(let id): id.text
    case .gesture(let gesture): gesture.rawValue
    case .name(let name): name
    }
  }

  /// Whether it means a control in the view that's there when the tap arrives, rather than in a particular one.
  var isOfNewestView: Bool { if case .tap = self { false } else { true } }

  /// Finds the control. One in an older snapshot is the same if it has the same `id`, or else the same label and position.
  public func resolve(in snapshots: BarSnapshots) -> Resolution { resolve(among: BarControls(snapshots)) }

  func resolve(among controls: BarControls) -> Resolution {
    switch self {
    case .tap(let id): Self.first(in: controls) { $0.digest == id.control } ?? .missing
    case .name(let name): Self.first(in: controls) { $0.name == name } ?? .missing
    case .gesture(let gesture):
      Self.first(in: controls) { $0.name == gesture.rawValue } ?? Self.default(gesture, in: controls)
    }
  }

  private static func first(
    in controls: BarControls, where matches: (ControlReference) -> Bool
  ) -> Resolution? {
    for (isInline, view) in controls.views {
      if let found = view.all.first(where: matches) { return .control(found, isInline: isInline) }
    }
    return nil
  }

  private static func `default`(_ gesture: Gesture, in controls: BarControls) -> Resolution {
    switch gesture {
    case .click:
      for (isInline, view) in controls.views {
        if let found = view.pressable.first { return .control(found, isInline: isInline) }
      }
      return .refresh
    case .middleClick, .refresh: return .refresh
    case .rightClick:
      for (isInline, view) in controls.views {
        let pressable = view.pressable
        if !pressable.isEmpty { return pressable.dropFirst().first.map { .control($0, isInline: isInline) } ?? .missing }
      }
      return .missing
    // A wheel turns by accident.
    case .scrollUp, .scrollDown: return .missing
    }
  }
}
