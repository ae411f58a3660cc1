public import WidgetModel

/// A widget's card as HTML, for a whole document or to replace a part of a served page.
///
/// The elements and attributes depend on the kinds of views alone; what a script said is text or the value of an attribute that is no
/// code. There are no `style` attributes: ``rules`` go into a style sheet after ``styleSheet``. Rules are named after what they say, so
/// those of several cards can stand in one sheet.
public struct HTMLFragment: Sendable, Equatable {
  /// One `article`, or nothing for a widget without content.
  public let html: String
  /// Style rules that this card needs beside ``styleSheet``.
  public let rules: String

  /// The rules that every card needs.
  public static var styleSheet: String { StyleSheet.common }

  /// - Parameters:
  ///   - size: The width of the card in points, and its largest height; what is not positive and finite is no limit.
  ///   - isInteractive: Whether a tap goes anywhere; without, controls are disabled. They carry `data-action` either way.
  public init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions, isInteractive: Bool) {
    let card = HTMLCard(snapshot, in: size, options: options, isInteractive: isInteractive)
    html = card.markup.map { MarkupWriter.text(of: [$0]) + "\n" } ?? ""
    rules = card.rules.text
  }
}
