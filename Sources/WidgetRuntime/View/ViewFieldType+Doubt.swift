import WidgetModel

extension ViewFieldType {
  /// Why a value that can be shown is probably a mistake.
  func doubt(about value: LuaValue) -> String? {
    switch self {
    case .icon:
      // An icon may be chosen at run time, by a name that a server sends.
      guard let name = value.string, !name.isEmpty, !IconName.isKnown(name) else { return nil }
      return "unknown icon \(name.quoted)\(IconHint.text(for: name))"
    case .length, .maximum, .extent, .radius:
      guard let number = value.double, number < 0 else { return nil }
      return "\(Self.plain(number)) counts as 0: a length is not negative"
    case .insets:
      guard let number = value.double, number < 0 else { return nil }
      return "\(Self.plain(number)) counts as 0: padding is not negative"
    default: return nil
    }
  }
}
