import Foundation
import Synchronization
import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

/// Backgrounds in the colour of an image.
@Suite struct MainColorTests {
  /// The colours of images by their bytes.
  private final class Colors: ImageColors {
    private let asked = Mutex<[[UInt8]]>([])
    var images: [[UInt8]] { asked.withLock { $0 } }

    func mainColor(of image: [UInt8], within seconds: Double) -> UInt32? {
      asked.withLock { $0.append(image) }
      return image == [1] ? 0xAA0000 : image == [2] ? 0x0000BB : nil
    }

    func bands(of image: [UInt8], within seconds: Double) -> [UInt32]? {
      asked.withLock { $0.append(image) }
      return image == [1] ? [0xAA0000, 0xFFFFFF] : image == [2] ? [0x0000BB, 0x000000] : nil
    }
  }

  private func backgrounds(
    _ fields: String, colors: Colors? = Colors(), fetcher: FakeFetcher = FakeFetcher(), permissions: String = ""
  ) async throws -> [Color?] {
    let folder = TestFolder()
    for (name, byte) in [("red.png", UInt8(1)), ("blue.png", 2), ("broken.png", 3)] {
      try Data([byte]).write(to: URL(filePath: folder(name)))
    }
    let widget = TestWidget(
      "\(permissions) function content() return ui.vstack { ui.text { 'a', \(fields) }, ui.text { 'b', \(fields) } } end",
      resources: String(folder("").dropLast()), allow: ["net=a.example"], fetcher: fetcher, imageColors: colors)
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    #expect(view.children.allSatisfy { $0.style.effects?.colorOf == nil })
    return view.children.map(\.style.background)
  }

  @Test("the colour is stored with the view, and an image is looked at once")
  func resource() async throws {
    let colors = Colors()
    #expect(try await backgrounds("color_of = 'red.png'", colors: colors) == [.rgb(0xAA0000), .rgb(0xAA0000)])
    #expect(colors.images == [[1]])
  }

  @Test("a pair of images has a pair of colours")
  func pair() async throws {
    #expect(
      try await backgrounds("color_of = { light = 'red.png', dark = 'blue.png' }")[0]
        == .pair(light: .rgb(0xAA0000), dark: .rgb(0x0000BB)))
  }

  @Test(
    "without a colour the view keeps its background",
    arguments: [
      "color_of = 'broken.png'", "color_of = 'missing.png'", "color_of = '../red.png'", "color_of = 'https://a.example/x.png'",
    ])
  func fallback(_ fields: String) async throws {
    #expect(try await backgrounds(fields + ", background = 'green'") == [.named(.green), .named(.green)])
    #expect(try await backgrounds("color_of = 'red.png', background = 'green'", colors: nil)[0] == .named(.green))
  }

  @Test(
    "an image behind views has its colours from top to bottom, unless the script gives a colour",
    arguments: [
      ("background = { image = 'red.png' }", [.rgb(0xAA0000), .rgb(0xFFFFFF)]),
      (
        "background = { image = { light = 'red.png', dark = 'blue.png' } }",
        [.pair(light: .rgb(0xAA0000), dark: .rgb(0x0000BB)), .pair(light: .rgb(0xFFFFFF), dark: .rgb(0x000000))]
      ),
      ("background = { image = 'red.png', color = 'green' }", nil), ("background = { image = 'broken.png' }", nil),
    ] as [(String, [Color]?)])
  func bands(_ fields: String, _ expected: [Color]?) async throws {
    let colors = Colors()
    let folder = TestFolder()
    for (name, byte) in [("red.png", UInt8(1)), ("blue.png", 2), ("broken.png", 3)] {
      try Data([byte]).write(to: URL(filePath: folder(name)))
    }
    let widget = TestWidget(
      "function content() return ui.vstack { ui.text { 'a', \(fields) }, ui.private { ui.text { 'b', \(fields) } } } end",
      resources: String(folder("").dropLast()), imageColors: colors)
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    #expect(view.children[0].style.gradient?.colors == expected)
    #expect(view.children[1].children[0].style.gradient == nil)
  }

  @Test("a private image gives no colour, which would stay in a redacted view")
  func privateImage() async throws {
    let colors = Colors()
    let folder = TestFolder()
    try Data([1]).write(to: URL(filePath: folder("red.png")))
    let widget = TestWidget(
      "function content() return ui.private { ui.vstack { color_of = 'red.png', 'a' } } end",
      resources: String(folder("").dropLast()), imageColors: colors)
    await widget.update()
    #expect(await widget.session.snapshot?.view?.children.first?.style.background == nil && colors.images.isEmpty)
  }

  @Test("an image from the network needs its permission, and is fetched once")
  func remote() async throws {
    let fetcher = FakeFetcher()
    fetcher.on(
      "https://a.example/cover.png",
      .success(FetchResponse(status: 200, url: "https://a.example/cover.png", headers: [], body: [2])))
    let colors = try await backgrounds(
      "color_of = 'https://a.example/cover.png'", fetcher: fetcher,
      permissions: "widget { permissions = { net = { 'a.example' } } }")
    #expect(colors == [.rgb(0x0000BB), .rgb(0x0000BB)] && fetcher.requests.count == 1)
  }
}
