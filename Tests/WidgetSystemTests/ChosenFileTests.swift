import Foundation
import Testing
import WidgetSystem

@Suite final class ChosenFileTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "luawidget-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func folder(_ name: String) -> String { root.path + "/" + name }

  private func file(_ name: String, mode: mode_t) throws -> String {
    let path = folder(name)
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
    return path
  }

  private func opens(_ path: String) -> Bool {
    guard let file = try? ChosenFile.open(path) else { return false }
    file.close()
    return true
  }

  @Test("a private file is opened in folders of one's own, also through links of one's own")
  func own() throws {
    let path = try file("a/private.txt", mode: 0o600)
    #expect(opens(path) && opens(folder("a/../a/./private.txt")))
    #expect(symlink("a", folder("link")) == 0 && symlink("private.txt", folder("a/other")) == 0)
    #expect(opens(folder("link/other")))
  }

  @Test("in a folder that others can change, only what everybody may read is opened, whichever way leads there")
  func shared() throws {
    let secret = try file("b/private.txt", mode: 0o600)
    let open = try file("b/shared/open.txt", mode: 0o644)
    let inside = try file("b/shared/private.txt", mode: 0o600)
    chmod(folder("b/shared"), 0o777)
    #expect(symlink(secret, folder("b/shared/link")) == 0)
    #expect(symlink(folder("b"), folder("b/shared/folder")) == 0)
    #expect(opens(open) && opens(secret))
    #expect(!opens(inside) && !opens(folder("b/shared/link")) && !opens(folder("b/shared/folder/private.txt")))
    #expect(!opens(folder("b/shared/../private.txt")))
    // Nobody can replace somebody else's file in a folder such as /tmp.
    chmod(folder("b/shared"), 0o1777)
    #expect(opens(inside))
  }

  @Test("a loop of links isn't opened")
  func loop() {
    #expect(symlink(folder("y"), folder("x")) == 0 && symlink(folder("x"), folder("y")) == 0)
    #expect(!opens(folder("x")))
  }
}
