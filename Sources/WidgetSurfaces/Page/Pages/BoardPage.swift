import WidgetModel
import WidgetRendering

/// The page with all cards, complete without JavaScript.
struct BoardPage {
  var title: String
  var words: HostWords
  var groups: [Group]
  /// The ids and names of hidden widgets.
  var hidden: [(id: String, name: String)]
  var token: String
  var console: [ConsoleEntry]
  /// Problems with the board: its file can't be used, a new version is installed.
  var problems: [String]
  /// Whether the board's file can't be used, so nothing can be added.
  var isBroken = false
  var showsConsole: Bool
  /// How to add a widget on the command line.
  var addCommand: String

  /// Cards shown together, below a heading.
  struct Group {
    /// nil for cards without a group.
    var title: String?
    /// Whether the cards form a grid of cells; otherwise they fill columns.
    var isGrid: Bool
    var cards: [CardPart]
  }

  func page() -> PagePart {
    var rules = StyleRules()
    for card in groups.flatMap(\.cards) { rules.merge(card.rules) }
    // A reload takes away what's being typed.
    let hasFields = groups.contains { $0.cards.contains { !$0.fieldForms.isEmpty } }
    return PagePart(
      title: title, words: words, main: body(), rules: rules, refreshSeconds: hasFields ? 300 : 60, name: "board")
  }

  private func body() -> [Markup] {
    var main: [Markup] = problems.map {
      .element(.p, .classes(["banner"]), .word(.role, "status"), text: terminalSafe($0, multiline: true, limit: 600))
    }
    if groups.isEmpty && hidden.isEmpty && !isBroken { main.append(empty) }
    main.append(.element(.div, .classes(["cards"]), .own(.id, "cards"), children: groups.enumerated().map(Self.section)))
    if !hidden.isEmpty { main.append(hiddenList) }
    return [
      .element(.a, .classes(["skip"]), .own(.href, "#board"), text: words("Skip to the widgets")),
      PageControls.actionsForm(token: token),
    ] + groups.flatMap(\.cards).flatMap(\.fieldForms).map { PageControls.fieldForm($0, token: token) } + [
      .element(
        .header, .classes(["top"]),
        children: [
          .element(.h1, text: title),
          .element(.p, .own(.id, "status"), .classes(["status"]), .word(.role, "status"), .word(.ariaLive, "polite"), text: ""),
          .element(
            .nav, .text(.ariaLabel, words("Board")),
            children: [
              PageControls.button(
                "", to: "/refresh", "widget", "", label: words("Refresh all"), classes: ["round"], icon: "arrow.clockwise"),
              // For the script: whether this browser shows notifications.
              .element(
                .button, .word(.type, "button"), .own(.id, "notify"), .classes(["round"]), .flag(.hidden),
                .text(.ariaLabel, words("Notifications in this browser")), children: [HTMLIcon.markup("bell")]),
              .element(
                .a, .own(.href, "/add"), .classes(["round"]), .text(.ariaLabel, words("Add a widget")),
                children: [HTMLIcon.markup("plus")]),
              .element(
                .a, .own(.href, "/access"), .classes(["round"]), .text(.ariaLabel, words("Access")),
                children: [HTMLIcon.markup("lock")]),
            ]),
        ]),
      .element(.main, .own(.id, "board"), children: main),
    ] + (showsConsole ? [consoleDrawer] : [])
  }

  private static func section(_ number: Int, _ group: Group) -> Markup {
    let cards = Markup.element(
      .div, .classes([group.isGrid ? "cells" : "columns"]), children: group.cards.map(\.markup))
    guard let title = group.title else { return .element(.div, .classes(["group"]), children: [cards]) }
    let id = "group-\(number)"
    return .element(
      .section, .classes(["group"]), .own(.ariaLabelledBy, id), children: [.element(.h2, .own(.id, id), text: title), cards])
  }

  private var empty: Markup {
    .element(
      .section, .classes(["empty-board"]),
      children: [
        .element(.h2, text: words("The board is empty")),
        .element(.p, children: [PageControls.link(words("Add a widget"), to: "/add", classes: ["primary"])]),
        .element(.p, text: words("or in a terminal:")), .element(.pre, text: addCommand),
      ])
  }

  private var hiddenList: Markup {
    .element(
      .details, .classes(["hidden-list"]),
      children: [
        .element(.summary, text: words("{n} hidden widgets", n: hidden.count)),
        .element(
          .ul,
          children: hidden.map { widget in
            .element(
              .li,
              children: [
                .element(.span, text: widget.name),
                PageControls.button(
                  words("Show"), to: "/show", "widget", widget.id,
                  label: words("Show {name}", ["name": .string(widget.name)])),
              ])
          }),
      ])
  }

  private var consoleDrawer: Markup {
    .element(
      .aside, .text(.ariaLabel, words("Console")), .own(.id, "console"),
      children: [
        .element(
          .details,
          children: [
            .element(.summary, text: words("Console")),
            .element(.ol, .word(.tabIndex, "0"), .text(.ariaLabel, words("Lines")), children: console.map(\.markup)),
          ])
      ])
  }
}

/// A line printed by a widget.
struct ConsoleEntry: Sendable {
  var name: String
  var line: ConsoleLine
  /// The number of the change that added it.
  var serial = 0

  var markup: Markup {
    .element(
      .li, .own(.dataLevel, line.level.rawValue),
      children: [.element(.strong, text: name), .element(.span, text: terminalSafe(line.text, multiline: true, limit: 2000))])
  }
}
