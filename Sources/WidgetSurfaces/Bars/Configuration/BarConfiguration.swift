import WidgetModel
import WidgetRendering
import WidgetSystem

/// The text to paste into a bar's configuration.
public struct BarConfiguration: Sendable {
  /// The programs whose configuration is known.
  public enum Program: String, Sendable, CaseIterable {
    case waybar, i3, sway, i3blocks, polybar, lemonbar, eww, genmon, xbar, swiftbar, argos, tmux
  }

  /// Why a configuration can't name a file.
  public struct Refusal: Error, Sendable, Equatable {
    public var character: Character
  }

  private let name: String
  private let run: [String]
  private let tap: [String]
  private let popup: [String]?

  /// - Parameters:
  ///   - name: The module's name in the bar: lowercase letters, digits and hyphens.
  ///   - run: The words of `luawidget run FILE`, with its settings.
  ///   - tap: The words of `luawidget tap FILE`, with its settings.
  ///   - popup: The words of `luawidget popup FILE` for a click, with its settings; nil makes a click press a control.
  public init(name: String, run: [String], tap: [String], popup: [String]? = nil) {
    self.name = name
    self.run = run
    self.tap = tap
    self.popup = popup
  }

  /// A text in characters that every bar allows in a name.
  public static func name(_ text: some StringProtocol) -> String { BarText.name(text) }

  /// - Throws: For a path or a setting that the program's configuration cannot quote.
  public func text(for program: Program) throws(Refusal) -> String {
    let forbidden =
      switch program {
      // JSON escapes everything.
      case .waybar, .i3blocks, .lemonbar, .genmon, .xbar, .swiftbar, .argos: ""
      case .i3, .sway, .polybar, .eww: "$"
      case .tmux: "'\"(){};$\\"
      }
    for word in run + tap {
      let wrong = word.first { forbidden.contains($0) || program != .waybar && $0.unicodeScalars.contains(where: Self.isControl) }
      if let wrong { throw Refusal(character: wrong) }
    }
    return switch program {
    case .waybar: waybar
    case .i3: bar(.i3bar, "~/.config/i3/config")
    case .sway: bar(.swaybar, "~/.config/sway/config")
    case .i3blocks: i3blocks
    case .polybar: polybar
    case .lemonbar: lemonbar
    case .eww: eww
    case .genmon: genmon
    case .xbar: plugin(.xbar, "~/Library/Application Support/xbar/plugins")
    case .swiftbar: plugin(.swiftbar, "SwiftBar's plugin folder")
    case .argos: plugin(.argos, "~/.config/argos")
    case .tmux: tmux
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

  private func follow(_ format: OutputFormat) -> String { command(run + ["--format", format.rawValue, "--follow"]) }

  private func once(_ format: OutputFormat) -> String { command(run + ["--format", format.rawValue]) }

  private func click(_ gesture: Gesture) -> String {
    gesture == .click ? command(popup ?? tap + [gesture.rawValue]) : command(tap + [gesture.rawValue])
  }

  private func command(_ words: [String]) -> String { words.map(BarText.shellWord).joined(separator: " ") }

  private var waybar: String {
    func field(_ key: String, _ value: String) -> JSONValue.Field { JSONValue.Field(key: key, value: .string(value)) }
    let module = JSONValue.object([
      field("exec", follow(.waybar)), field("return-type", "json"),
      // The command writes another line by itself.
      JSONValue.Field(key: "exec-on-event", value: .boolean(false)),
      // Seconds until it's restarted: after an upgrade, or if it was killed.
      JSONValue.Field(key: "restart-interval", value: .integer(1)),
      field("on-click", click(.click)), field("on-click-middle", click(.middleClick)),
      field("on-click-right", click(.rightClick)),
      field("on-scroll-up", click(.scrollUp)), field("on-scroll-down", click(.scrollDown)),
    ])
    return """
      // In ~/.config/waybar/config, with "custom/\(name)" in one of the lists of modules:
      "custom/\(name)": \(JSONWriter(isIndented: true).text(module)),

      /* In ~/.config/waybar/style.css: */
      #custom-\(name).stale { opacity: 0.6; }
      #custom-\(name).failed { color: #ff453a; }

      """
  }

  private func bar(_ format: OutputFormat, _ file: String) -> String {
    """
    # In \(file):
    bar {
        status_command exec \(follow(format))
    }

    """
  }

  private var polybar: String {
    """
    ; In ~/.config/polybar/config.ini, with \(name) in one of the lists of modules:
    [module/\(name)]
    type = custom/script
    ; Polybar would show a message in place of the widget.
    exec = \(follow(.polybar)) --quiet
    tail = true
    ; Seconds until the command is started again: after an upgrade, or if it was killed.
    interval = 1

    """
  }

  /// i3blocks 1.4 passes clicks only to a command that it starts for them.
  private var i3blocks: String {
    let gestures = [Gesture.click, .middleClick, .rightClick, .scrollUp, .scrollDown].enumerated()
    // The item is drawn again when the command ends, so a popup doesn't keep it waiting.
    let cases = gestures.map { "\($0 + 1)) \(click($1))\($1 == .click && popup != nil ? " &" : "") ;;" }.joined(separator: " ")
    return """
      # In ~/.config/i3blocks/config:
      [\(name)]
      command=case "$BLOCK_BUTTON" in \(cases) esac >/dev/null; exec \(once(.i3blocks))
      format=json
      interval=10

      """
  }

  private var lemonbar: String {
    """
    # Run this, for instance from ~/.xinitrc:
    until \(follow(.lemonbar)); do sleep 1; done | lemonbar -p | sh

    """
  }

  private var eww: String {
    let variable = "luawidget_" + name.replacing("-", with: "_")
    func text(_ command: String) -> String { "\"" + command.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
    func scroll() -> String { command(tap) + " scroll_{}" }
    return """
      ; In ~/.config/eww/eww.yuck, with (\(variable)) in a window:
      (deflisten \(variable)_item :initial '{"text":"","tooltip":"","state":"empty"}'
        \(text("until \(follow(.plainJSON)); do sleep 1; done")))
      (defwidget \(variable) []
        (eventbox :onclick \(text(click(.click))) :onmiddleclick \(text(click(.middleClick)))
                  :onrightclick \(text(click(.rightClick))) :onscroll \(text(scroll()))
          (label :text {\(variable)_item.text} :tooltip {\(variable)_item.tooltip} :class {\(variable)_item.state})))

      """
  }

  /// The panel starts the command with the words of a shell, and writes no line to a running one.
  private var genmon: String {
    """
    # In ~/.config/xfce4/panel/genmon-N.rc, N being the number of a Generic Monitor, while the panel isn't running; or in its properties:
    Command=\(once(.genmon))
    UseLabel=0
    Text=
    UpdatePeriod=10000

    """
  }

  private func plugin(_ format: OutputFormat, _ folder: String) -> String {
    """
    #!/bin/sh
    # Save this as \(name).10s.sh in \(folder), and make it executable: chmod +x \(name).10s.sh
    exec \(once(format))

    """
  }

  private var tmux: String {
    // A terminal multiplexer has no display to show a popup on.
    func bindTap(_ key: String, _ gesture: Gesture) -> String {
      "bind -n \(key)StatusRight run-shell -b \"\(Self.formatText(command(tap + [gesture.rawValue])))\""
    }
    // tmux has other names for clicks that follow the first one soon.
    func bindAll(_ event: String) -> String {
      [("1", Gesture.click), ("2", .middleClick), ("3", .rightClick)].map { bindTap(event + $0, $1) }.joined(separator: "\n")
    }
    // The text is a format, and strftime(3) reads it.
    let exec = Self.formatText(follow(.tmux)).replacing("%", with: "%%")
    return """
      # In ~/.tmux.conf:
      set -g mouse on
      set -g status-interval 5
      set -g status-right-length 80
      set -g @luawidget-\(name) " #(\(exec))"
      if -F "#{m:*@luawidget-\(name)*,#{status-right}}" "" "set -ag status-right '#{E:@luawidget-\(name)}'"
      \(bindAll("MouseDown"))
      \(bindTap("WheelUp", .scrollUp))
      \(bindTap("WheelDown", .scrollDown))
      %if "#{>=:#{version},3.2}"
      \(bindAll("SecondClick"))
      \(bindAll("TripleClick"))
      %endif

      """
  }

  /// Text in a tmux format.
  private static func formatText(_ text: String) -> String { text.replacing("#", with: "##") }
}
