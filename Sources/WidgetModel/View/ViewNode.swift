/// One view of a widget and what is inside it: plain data that any format can draw, later and elsewhere, without Lua.
public struct ViewNode: Sendable, Equatable {
  public var content: ViewContent
  public var style: ViewStyle
  public var children: [ViewNode]
  /// The script's handler for a tap (a button's or toggle's `action`, any view's `on_tap`), by the number the worker gave it.
  public var action: Int?

  public init(_ content: ViewContent, style: ViewStyle = ViewStyle(), children: [ViewNode] = [], action: Int? = nil) {
    self.content = content
    self.style = style
    self.children = children
    self.action = action
  }
}

/// What a view shows.
public enum ViewContent: Sendable, Equatable {
  case text(String)
  case label(String, icon: String?)
  case icon(String)
  /// A moment, in seconds since 1970, in one of the styles that tick by themselves.
  case date(Double, style: DateStyle)
  case link(String, url: String)
  case image(ImageSource, mode: ImageMode)
  case vstack, hstack, group
  /// Views on top of each other, the first one at the back.
  case zstack
  /// Rows of cells.
  case grid(columns: [GridColumn])
  /// Views that a redacted surface does not show.
  case `private`
  case spacer(minLength: Double?)
  case divider
  /// 0...1, clamped by the reader of the script's value.
  case progress(Double, shape: ProgressShape)
  case button(String, icon: String?)
  case toggle(String, isOn: Bool)
  case activityIndicator(String?)
  case gauge(Gauge)
  case chart(Chart)
}

/// How a `date` view is written.
public enum DateStyle: String, Sendable, Equatable, CaseIterable, Codable {
  case time, date, relative, offset, timer
}

public enum ProgressShape: String, Sendable, Equatable, CaseIterable, Codable { case bar, circle }

public enum ImageMode: String, Sendable, Equatable, CaseIterable, Codable { case fit, fill }

/// Where an image's bytes are.
public enum ImageSource: Sendable, Equatable {
  /// A resource of the widget's own folder, or an `https` URL.
  case reference(String)
  case bytes([UInt8])
}

/// Where a view stands in the room it was given.
public enum Alignment: String, Sendable, Equatable, CaseIterable, Codable {
  case leading, center, trailing, top, bottom, firstBaseline = "first_baseline"
}

/// Which end of a text goes when it does not fit.
public enum Truncation: String, Sendable, Equatable, CaseIterable, Codable { case head, middle, tail }

/// How a changed view appears on a live surface.
public enum Transition: String, Sendable, Equatable, CaseIterable, Codable { case fade, move, none }
