import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost
@testable import WidgetRuntime

/// `audio` through the real worker and broker, with a sound server in memory.
@Suite struct AudioWidgetTests {
  static func server() -> MemorySoundServer {
    MemorySoundServer([
      AudioDevice(.sink, name: "hdmi", description: "HDMI", volume: 1, isMuted: true),
      AudioDevice(.sink, name: "speakers", description: "Speakers", volume: 0.5, isDefault: true),
      AudioDevice(.source, name: "mic", description: "Microphone", volume: 0.25, isDefault: true),
    ])
  }

  private func printed(_ update: String, _ sound: MemorySoundServer = server(), manifest: String = "audio = true") async -> String
  {
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, sound: sound)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script reads the volume and the devices, the default first")
  func reading() async {
    let text = await printed(
      """
      print(audio.volume(), audio.volume "hdmi", audio.volume "mic")
      for _, d in ipairs(audio.sinks()) do print(d.name, d.description, d.volume, d.muted, d.is_default) end
      print(#audio.sources(), audio.sources()[1].description)
      local v, err = audio.volume "gone" print(v, err.kind)
      """)
    #expect(
      text == """
        0.5\t1.0\t0.25
        speakers\tSpeakers\t0.5\tfalse\ttrue
        hdmi\tHDMI\t1.0\ttrue\tfalse
        1\tMicrophone
        nil\tunavailable
        """)
  }

  @Test("a script sets the volume, mutes, and chooses the default")
  func control() async {
    let sound = Self.server()
    let text = await printed(
      """
      print(audio.set_volume(0.75), audio.set_volume(1.5, "hdmi"), audio.mute(), audio.mute(false, "hdmi"))
      print(audio.set_default "hdmi", audio.volume())
      """, sound)
    #expect(text == "true\ttrue\ttrue\ttrue\ntrue\t1.5")
    #expect(sound.commands == ["speakers volume 0.75", "hdmi volume 1.5", "speakers mute", "hdmi unmute", "hdmi default"])
  }

  @Test(
    "an absurd volume or name is an error, and nothing is done",
    arguments: [
      "set_volume, -0.1", "set_volume, 1.51", "set_volume, 0/0", "set_volume, 1e308", "set_volume, 2^63", "set_volume, 'loud'",
      "set_volume, nil", "set_volume, 1, ''", "set_volume, 1, 'a\\nb'", "mute, true, ('x'):rep(201)", "mute, 1",
      "set_default, nil", "set_default, 'a\\0b'", "volume, {}",
    ])
  func absurd(_ call: String) async {
    let sound = Self.server()
    let text = await printed("print(pcall(audio.\(call)))", sound)
    #expect(text.hasPrefix("false"), "\(call): \(text)")
    #expect(sound.commands == [])
  }

  @Test("a missing server is nil and an error of kind unavailable; one that refuses is of kind connect")
  func unavailable() async {
    let calls = ["volume()", "sinks()", "sources()", "set_volume(1)", "mute()", "set_default 'a'"]
    for call in calls {
      let text = await printed("local value, err = audio.\(call) print(value, err.kind)", MemorySoundServer())
      #expect(text == "nil\tunavailable", "\(call): \(text)")
    }
    let sound = Self.server()
    sound.change(.failure(.failed(reason: "the sound server did not reply")))
    #expect(await printed("local value, err = audio.volume() print(value, err.kind)", sound) == "nil\tconnect")
  }

  @Test("reading and controlling are two permissions, asked about only if the widget can send anything")
  func permissions() async {
    let sound = Self.server()
    for call in ["set_volume(1)", "mute()", "set_default 'hdmi'"] {
      let denied = await printed("audio.\(call)", sound, manifest: "audio = { 'read' }")
      #expect(denied.contains("audio \"control\" (not in the manifest)"), "\(denied)")
    }
    #expect(sound.commands == [])
    let unread = await printed("audio.sinks()", manifest: "audio = { 'control' }")
    #expect(unread.contains("audio \"read\" (not in the manifest)"), "\(unread)")
    let asking = await printed("audio.volume()", manifest: "audio = true, net = { 'a.example' }")
    #expect(asking.contains("audio \"read\" (not allowed yet)"), "\(asking)")
    let request = PermissionRequest(
      widget: await TestWidget("").session.identity, manifest: [], name: "A", permissions: [], programs: [:], groupUsers: [:],
      waysOut: [.net("a.example")])
    #expect(
      PermissionText.question(.service(.audio, "read"), in: request)
        == "reading the volume and the names of your speakers and microphones\n  The widget could pass on what it reads by fetching "
        + "from \"a.example\"")
    #expect(
      PermissionText.description(of: .service(.audio, "control"))
        == "changing the volume, and which speakers and microphone are used")
  }

  @Test("a tap from a browser on another machine changes nothing, unless the board allows it")
  func remote() async throws {
    let sound = Self.server()
    let widget = TestWidget(
      """
      widget { permissions = { audio = true } }
      function perform_update() return update_result.new_data end
      function content()
        return ui.button { "Mute", action = function()
          local done, err = audio.mute()
          defaults.set("result", done and "done" or err.kind)
        end }
      end
      """, sound: sound)
    await widget.update()
    var control = try #require(await widget.session.snapshot?.view?.control(action: 1))
    control.isRemote = true
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(sound.commands == [])
    #expect(try widget.defaults.value("result", in: await widget.session.identity.id)?.string == "denied")
    control.isRemote = false
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(sound.commands == ["speakers mute"])
  }

  @Test("changes arrive as events while the widget is shown")
  func events() async throws {
    let sound = Self.server()
    let folder = TestFolder()
    let test = try TestBoard(
      [
        "a.lua": """
        widget { permissions = { audio = { 'read' } } }
        function perform_update() assert(subscribe { audio = true }) return update_result.new_data end
        function on_event(events)
          defaults.set("seen", events[1].source .. " " .. events[1].data .. " " .. audio.volume())
          return update_result.new_data
        end
        function content() return ui.text { defaults.get "seen" or "nothing" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\n", folder: folder, sound: sound)
    await test.start()
    #expect(await test.shows("nothing", "a"))
    #expect(await eventually { sound.watchers == 1 })
    sound.change(.success([AudioDevice(.sink, name: "a", description: "A", volume: 0.125, isDefault: true)]))
    #expect(await test.shows("audio sinks 0.125", "a"))
    await test.board.close()
    #expect(await eventually { sound.watchers == 0 })
  }
}
