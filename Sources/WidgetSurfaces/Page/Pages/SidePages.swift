import WidgetModel
import WidgetRendering

/// The page for a browser without a session.
enum LoginPage {
  /// - Parameter token: The token in the opened address.
  static func page(token: String?, isRefused: Bool, _ words: HostWords) -> PagePart {
    var children: [Markup] = []
    if let token {
      children.append(
        .page(
          .form, .own(.id, "begin"), .word(.method, "post"), .own(.action, "/login"),
          children: [PageControls.hidden("token", token), PageControls.submit(words("Open the board"))]))
    } else {
      if isRefused {
        children.append(
          .element(.p, .classes(["banner"]), .word(.role, "alert"), text: words("This address was used before, or is not valid."))
        )
      }
      children.append(
        .element(
          .p,
          text: words("Open the address that luawidget serve printed last. Each address opens the board in one browser.")))
      children += [
        .element(.p, .classes(["hint"]), text: words("In a terminal, this prints it again:")),
        .element(.pre, text: "luawidget serve --address"),
      ]
    }
    return PagePart(
      title: "luawidget", words: words,
      main: [.element(.main, .classes(["side", "login"]), children: [.element(.h1, text: "luawidget")] + children)],
      isSignedIn: false, name: "login"
    )
  }
}

/// The page for adding an installed widget.
struct AddPage {
  /// An installed widget.
  struct Widget: Sendable {
    /// The name for adding it.
    var name: String
    var title: String?
    var description: String?
    var icon: String?
    /// The entry that has it on the board already.
    var entry: String?
    var isOnBoard: Bool { entry != nil }
    /// The smallest shape it has a view for.
    var family: WidgetFamily?
  }

  static let maximumWidgets = 200

  var widgets: [Widget]
  var problem: String?
  /// The text of a rejected request.
  var typed = ""
  var token: String
  var words: HostWords
  var addCommand: String

  func page() -> PagePart {
    var children: [Markup] = []
    if let problem {
      children.append(
        .element(.p, .classes(["banner"]), .word(.role, "alert"), text: terminalSafe(problem, multiline: true, limit: 600)))
    }
    let form = PageControls.form(
      to: "/add", token: token, classes: ["fields"],
      [
        .page(
          .label,
          children: [
            .element(.span, text: words("Name or path of a widget")),
            .page(
              .input, .word(.type, "text"), .own(.name, "file"), .flag(.required), .own(.list, "installed"),
              .own(.value, terminalSafe(typed, limit: 4096)),
              .word(.spellCheck, "false"),
              .word(.autocomplete, "off")),
          ]),
        .page(.datalist, .own(.id, "installed"), children: widgets.map { .page(.option, .own(.value, $0.name)) }),
        PageControls.submit(words("Add")),
      ])
    children.append(form)
    if !widgets.isEmpty {
      children.append(.element(.h2, text: words("Installed")))
      children.append(
        .element(
          .ul, .classes(["rows"]),
          children: widgets.prefix(Self.maximumWidgets).map { widget in
            let title = terminalSafe(widget.title ?? widget.name, limit: 80)
            // The name says where a widget with another title comes from.
            let isOther = title.lowercased() != widget.name.lowercased()
            let lines = [
              widget.description.map { terminalSafe($0, limit: 200) }, isOther ? terminalSafe(widget.name, limit: 80) : nil,
              widget.isOnBoard ? words("On the board") : nil,
            ]
            return .element(
              .li,
              children: [
                Self.picture(widget, title),
                .element(
                  .div, .classes(["words"]),
                  children: [.element(.strong, text: title)] + lines.compactMap { $0.map { .element(.p, text: $0) } }),
                PageControls.button(
                  widget.isOnBoard ? words("Add again") : words("Add"), to: "/add", "file", widget.name,
                  label: widget.isOnBoard
                    ? words("Add {name} again", ["name": .string(title)]) : words("Add {name}", ["name": .string(title)])),
              ])
          }))
    }
    children += [.element(.p, .classes(["hint"]), text: words("In a terminal:")), .element(.pre, text: addCommand)]
    var page = PagePart.side(words("Add a widget"), [PageControls.actionsForm(token: token)] + children, words)
    page.name = "add"
    return page
  }
}

extension AddPage {
  /// The view that the board has already, or the icon: adding runs a widget, looking doesn't.
  private static func picture(_ widget: Widget, _ title: String) -> Markup {
    if let entry = widget.entry {
      let family = widget.family.map { "?family=\($0.rawValue)&scale=1" } ?? "?size=158x158&scale=1"
      return .element(
        .img, .classes(["preview"]), .own(.src, "/widgets/\(FormFields.encoded(entry)).png\(family)"), .word(.alt, ""),
        .word(.width, "64"), .word(.height, "64"))
    }
    return .element(.span, .classes(["preview"]), children: [HTMLIcon.badge(widget.icon ?? "square.grid.2x2")])
  }
}

/// The page explaining who has access, and for changing it.
struct AccessPage {
  var hasPictureKey: Bool
  /// A newly made key; it's shown once.
  var newKey: String?
  /// The named keys.
  var programKeys: [ProgramKeys.Key]
  var clock: CalendarClock
  var words: HostWords { clock.words }
  var address: String
  var example: String
  var token: String

  func page() -> PagePart {
    var images: [Markup] = [
      .element(.h2, text: words("Images for other programs")),
      .element(
        .p,
        text: [
          words("With a key, an e-ink display or another page can load any widget of the board as an image, text or data."),
          words("It can press and change nothing. Anyone who has the address sees the widgets."),
        ].joined(separator: " ")),
    ]
    if let newKey {
      images += [
        .element(.p, .word(.role, "status"), text: words("The key is shown only now. An address with it:")),
        .element(
          .pre, .word(.tabIndex, "0"), text: "\(address)widgets/\(FormFields.encoded(example)).png?family=medium&key=\(newKey)"),
      ]
    } else {
      images.append(
        .element(
          .p, text: hasPictureKey ? words("There is a key. A new one replaces it.") : words("The page has no key of its own.")))
    }
    var buttons = [PageControls.button(hasPictureKey ? words("New key") : words("Make a key"), to: "/access/key", "key", "new")]
    if hasPictureKey { buttons.append(PageControls.button(words("Revoke the key"), to: "/access/revoke", "key", "revoke")) }
    images.append(.element(.p, .classes(["choices"]), children: buttons))
    images += named
    let browsers: [Markup] = [
      .element(.h2, text: words("Browsers")),
      .element(.p, text: words("Open the address that luawidget serve printed last to use another browser.")),
      .element(
        .p, .classes(["choices"]),
        children: [
          PageControls.button(words("End this session"), to: "/logout", "sessions", "this"),
          PageControls.button(words("End all sessions"), to: "/logout", "sessions", "all"),
        ]),
    ]
    return PagePart.side(
      words("Access"),
      [
        PageControls.actionsForm(token: token),
        .element(.section, .classes(["panel"]), children: browsers), .element(.section, .classes(["panel"]), children: images),
      ], words)
  }
}

extension AccessPage {
  /// The keys that `luawidget key` made.
  private var named: [Markup] {
    guard !programKeys.isEmpty else {
      return [
        .element(
          .p, .classes(["hint"]), text: words("{command} makes a key for one program.", ["command": "luawidget key add NAME"]))
      ]
    }
    return [
      .element(.h3, text: words("Keys of programs")),
      .element(
        .ul, .classes(["rows"]),
        children: programKeys.map { key in
          let scope =
            switch key.scope {
            case .widgets: words("opens widgets")
            case .metrics: words("opens {path}", ["path": "/metrics"])
            case .push(let id): words("sends events to {name}", ["name": .string(id)])
            case .show(let id): words("puts {name} in front", ["name": .string(id)])
            }
          return .element(
            .li,
            children: [
              .element(
                .div,
                children: [
                  .element(.strong, text: key.name),
                  .element(
                    .p,
                    text: words(
                      "{what}, made {age}",
                      ["what": .string(scope), "age": .string(DateText.age(of: key.madeAt, clock: clock))])),
                ]),
              PageControls.button(
                words("Revoke"), to: "/access/revoke", "program", key.name,
                label: words("Revoke the key {name}", ["name": .string(key.name)])),
            ])
        }),
    ]
  }
}

/// The page asking for a printed code before a decision that allows much: someone who finds a signed-in browser has none.
struct ConfirmPage {
  /// The question being decided.
  var question: String
  /// The value of the pressed button.
  var decision: String
  var isRefused: Bool
  var token: String
  var words: HostWords

  func page() -> PagePart {
    let refusal: [Markup] =
      isRefused
      ? [.element(.p, .classes(["banner"]), .word(.role, "alert"), text: words("This code was used before, or isn't valid."))]
      : []
    let form = PageControls.form(
      to: "/permissions", token: token, classes: ["fields"],
      [
        PageControls.hidden("decision", decision),
        .page(
          .label,
          children: [
            .element(.span, text: words("The address that luawidget serve printed last, or the code at its end")),
            .page(.input, .word(.type, "text"), .own(.name, "code"), .flag(.required), .word(.autocomplete, "off")),
          ]),
        PageControls.submit(words("Allow")),
      ])
    return .side(words("Confirm"), refusal + [.element(.p, text: question), form], words)
  }
}

/// A page with one sentence, for a request that has no other.
enum ProblemPage {
  /// The page at an address that isn't there, with links for a signed-in browser.
  static func missing(_ words: HostWords) -> PagePart {
    let places = [
      ("/", words("The board"), words("All widgets, with their buttons.")),
      ("/add", words("Add a widget"), words("Installed widgets, and files of yours.")),
      ("/access", words("Access"), words("Browsers and keys for other programs.")),
    ]
    return .side(
      words("There's nothing here"),
      [
        .element(.p, text: words("No page has this address. A widget may have been removed or renamed. These are here:")),
        .element(
          .ul, .classes(["rows"]),
          children: places.map { path, title, about in
            .element(.li, children: [.element(.div, children: [PageControls.link(title, to: path), .element(.p, text: about)])])
          }),
      ], words)
  }

  static func page(_ title: String, _ text: String, _ words: HostWords) -> PagePart {
    PagePart.side(title, [.element(.p, text: text)], words)
  }
}
