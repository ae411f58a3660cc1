import Foundation
import Testing

/// Unusable values in a user's environment.
@Suite struct EnvironmentFindingTests {
  private static let source = """
    function perform_update() return update_result.new_data end
    function content() return ui.text { "n is " .. format.number(1234.5) } end
    """
  private static let language =
    #"luawidget: there is no data for the language "tlh-KX"; numbers and dates are written as in en-GB"#
  private static let zone = #"luawidget: there is no time zone "Nowhere/X" on this machine; times are in UTC"#

  @Test("a language without data and an unknown time zone are reported once, and the widget is shown")
  func reported() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let unknown = ["LC_ALL": "tlh_KX.UTF-8", "TZ": "Nowhere/X"]
      let outcome = try command.run("run", file, "--format", "text", environment: unknown)
      #expect(outcome.status == 0 && outcome.output.contains("n is 1,234.5"), "\(outcome)")
      #expect(outcome.errors == "\(Self.language)\n\(Self.zone)\n", "\(outcome)")
      // Once, not in every run of a cron job or a bar; another finding is new.
      #expect(try command.run("run", file, "--format", "text", environment: unknown).errors == "")
      let zone = try command.run("run", file, "--format", "text", environment: ["LC_ALL": "tlh_KX.UTF-8", "TZ": "Other/X"])
      #expect(zone.errors == #"luawidget: there is no time zone "Other/X" on this machine; times are in UTC"# + "\n", "\(zone)")
      #expect(try command.run("run", file, "-q", environment: ["TZ": "Third/X"]).errors == "")
      let named = try command.write("function content(context) return ui.text(context.time_zone) end", to: "zone.lua")
      #expect(try command.run("run", named, "--format", "text", environment: ["TZ": "Third/X"]).output.contains("UTC"))
      let known = ["LC_ALL": "de_AT.UTF-8", "TZ": ":Europe/Vienna"]
      #expect(try command.run("run", file, "--format", "text", environment: known).errors == "")
    }
  }

  @Test("doctor reports them, and names the language and the time zone otherwise")
  func doctor() async throws {
    try await withCommand { command in
      let unknown = try command.run("doctor", environment: ["LC_ALL": "tlh_KX.UTF-8", "TZ": "Nowhere/X"]).output
      #expect(unknown.contains("there is no data for the language") && unknown.contains("there is no time zone"), "\(unknown)")
      let known = try command.run("doctor", environment: ["LC_ALL": "de_AT.UTF-8", "TZ": "Europe/Vienna"]).output
      let section = known.split(separator: "Language and time zone\n").last?.split(separator: "\n").first ?? ""
      #expect(section.contains("de-AT") && section.contains("Europe/Vienna"), "\(known)")
    }
  }

  #if os(Linux)
    @Test("doctor does not say that stores can be written where only the kernel makes files")
    func kernelFolder() async throws {
      try await withCommand { command in
        let output = try command.run("doctor", environment: ["HOME": "/proc"]).output
        let section = output.split(separator: "Stores\n").last?.split(separator: "\n\n").first ?? ""
        #expect(
          section.contains("/proc is not writable: nothing is stored; widgets are shown, and forget what they store"),
          "\(output)")
        #expect(!section.contains("/proc/.cache"), "\(output)")
      }
    }
  #endif

  #if os(Linux)
    @Test("doctor says that the disk is full, with the folder", .enabled(if: geteuid() == 0))
    func fullDisk() async throws {
      try await withCommand { command in
        let disk = command.folder.appending(path: "disk").path
        let script = """
          mkdir \(disk) && mount -t tmpfs -o size=256k disk \(disk) || exit 99
          HOME=\(disk) '\(Command.program.path)' doctor > roomy || exit 98
          ls -A \(disk) > left
          cat /dev/zero > \(disk)/full 2>/dev/null
          HOME=\(disk) '\(Command.program.path)' doctor
          """
        let outcome = try command.start(URL(filePath: "/usr/bin/unshare"), ["-m", "sh", "-c", script])
        // A container may forbid mounts.
        guard outcome.status != 99, outcome.status != 1 else { return }
        func stores(_ text: String) -> Substring { text.split(separator: "Stores\n").last?.split(separator: "\n\n").first ?? "" }
        let full = stores(outcome.output)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
          full.contains("the disk of \(disk) is full: nothing is stored; widgets are shown, and forget what they store"),
          "\(outcome)")
        #expect(!full.contains("\(disk)/.cache/luawidget"), "\(full)")
        func written(_ name: String) throws -> String {
          try String(contentsOf: command.folder.appending(path: name), encoding: .utf8)
        }
        #expect(stores(try written("roomy")).contains("\(disk)/.cache/luawidget"))
        #expect(try !written("left").contains("luawidget"), "it leaves no file")
      }
    }
  #endif

  @Test("an empty name of a file, and a misspelt topic of help, are usage errors that say what is wrong")
  func usage() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let output = try command.run("run", file, "--output", "")
      #expect(output.status == 2 && output.errors == "luawidget: --output needs a file name\n", "\(output)")
      let topic = try command.run("help", "snapshot", "sho")
      #expect(
        topic.status == 2
          && topic.errors
            == "luawidget: unknown command \"sho\"\n  try: luawidget help snapshot show\n  commands: list, show, clear\n",
        "\(topic)")
      let none = try command.run("help", "doctor", "show")
      #expect(
        none.status == 2 && none.errors == "luawidget: unknown command \"show\"\n  try: luawidget help doctor\n", "\(none)")
      #expect(try command.run("help", "snapshot", "show").output.contains("snapshot show"))
    }
  }

  @Test("a store without values is mentioned only where values are looked up")
  func nothingStored() async throws {
    try await withCommand { command in
      let written = try command.run("defaults", "write", "absent", "key", "1")
      #expect(written.errors == "luawidget: no widget or group is named \"absent\"\n", "\(written)")
      let opened = try command.run("open", "nowhere://x")
      #expect(opened.errors.contains("no known widget handles the scheme \"nowhere\"\n  try: "), "\(opened)")
      let read = try command.run("defaults", "read", "absent")
      #expect(read.errors.contains("no defaults of \"absent\" are stored; nothing else is stored either"), "\(read)")
    }
  }

  @Test(
    "a script whose only entry point is local or misspelt gets a hint",
    arguments: [
      ("local function content() return ui.text \"x\" end", "w.lua:1", "content is local, so it is never called; remove 'local'"),
      (
        "-- function content\nfunction contnet() return ui.text \"x\" end", "w.lua:2",
        "contnet is never called; did you mean content?"
      ),
      ("function perfrom_update() end", "w.lua:1", "perfrom_update is never called; did you mean perform_update?"),
      ("function draw() end", "w.lua defines neither", "add: function content(context)"),
    ])
  func nearMiss(_ source: String, _ place: String, _ hint: String) async throws {
    try await withCommand { command in
      let outcome = try command.run("run", try command.write(source, to: "w.lua"), "--format", "text")
      #expect(outcome.status == 3 && outcome.errors.contains(hint) && outcome.errors.contains(place), "\(outcome)")
    }
  }
}
