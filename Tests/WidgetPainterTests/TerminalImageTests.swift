import Foundation
import Testing
import WidgetGraphics

@testable import WidgetPainter

@Suite struct TerminalImageTests {
  private func paint(
    _ graphics: TerminalImageRequest.GraphicsProtocol, columns: Int = 6, rows: Int = 4, placeholders: Bool = false,
    id: Int = 0x102030, image: [UInt8] = gradientPNG()
  ) throws -> Rendering {
    try painter.paint(
      .terminalImage(
        TerminalImageRequest(
          image, as: graphics, columns: columns, rows: rows, usesPlaceholders: placeholders, imageID: id)))
  }

  private func text(_ rendering: Rendering) -> String { String(decoding: rendering.bytes, as: UTF8.self) }

  @Test("blocks are lines of coloured characters and nothing else")
  func blocks() throws {
    let rendering = try paint(.blocks)
    // 48 x 32 pixels in cells of 8 x 16: as wide as allowed, and half of the available height.
    #expect(rendering.width == 6 && rendering.height == 2)
    let lines = text(rendering).split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(plain.count == 6, "\(line.debugDescription)")
      #expect(plain.unicodeScalars.allSatisfy { $0 == " " || (0x2580...0x259F).contains($0.value) }, "\(plain)")
      #expect(line.contains("38;2;") || line.contains("48;2;"))
    }
  }

  @Test("sixel data starts and ends with its sequences")
  func sixel() throws {
    let text = text(try paint(.sixel))
    #expect(text.hasPrefix("\u{1B}P0;") && text.trimmingCharacters(in: .newlines).hasSuffix("\u{1B}\\"))
    #expect(text.contains("q") && text.contains("#"))
  }

  @Test("kitty gets a PNG above blank cells, without cursor movement and responses")
  func kitty() throws {
    let text = text(try paint(.kitty))
    #expect(text.hasPrefix("\u{1B}_Ga=T,q=2,f=100,i=1056816,p=1,C=1,c=6,r=2,m=0;iVBORw0KGgo"))
    #expect(text.hasSuffix("\u{1B}\\") && !text.contains("\n"))
  }

  @Test("iTerm2 gets a PNG file")
  func iterm2() throws {
    let text = text(try paint(.iterm2))
    #expect(text.contains(/^\u{1B}\]1337;File=inline=1;size=[0-9]+;width=6;height=2;preserveAspectRatio=1:iVBORw0KGgo/))
    #expect(text.hasSuffix("\u{07}"))
  }

  @Test("inside tmux, kitty's image bypasses tmux and placeholders show it")
  func placeholders() throws {
    let text = text(try paint(.kitty, placeholders: true))
    let end = try #require(text.range(of: "\u{1B}[38;2;16;32;48m"))
    let transmission = String(text[..<end.lowerBound])
    #expect(transmission.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,q=2,f=100,i=1056816,c=6,r=2,m=0;iVBORw0KGgo"))
    #expect(transmission.hasSuffix("\u{1B}\u{1B}\\\u{1B}\\"))
    let scalars = Array(text[end.upperBound...].unicodeScalars)
    #expect(Array(scalars.prefix(6)) == ["\u{10EEEE}", "\u{305}", "\u{305}", "\u{10EEEE}", "\u{305}", "\u{30D}"])
    #expect(scalars.filter { $0 == "\u{10EEEE}" }.count == 12)
    #expect(String(String.UnicodeScalarView(scalars)).hasSuffix("\u{1B}[39m"))
  }

  @Test("a large image is sent in chunks of 4096")
  func pieces() throws {
    let noise = KittyImage(
      png: (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }, id: 1, columns: 1, rows: 1, usesPlaceholders: true)
    let pieces = String(decoding: noise.bytes, as: UTF8.self).split(separator: "\u{1B}Ptmux;")
    #expect(pieces.count == 4)
    #expect(pieces.dropLast().allSatisfy { $0.contains("m=1;") })
    #expect(try #require(pieces.last).contains("q=2,m=0;"))
  }

  @Test("the marks of the protocol")
  func marks() {
    #expect(PlaceholderMarks.all.count == 297)
    #expect(PlaceholderMarks.mark(5) == "\u{33D}")
    #expect(PlaceholderMarks.mark(255) == "\u{A8E5}")
    #expect(PlaceholderMarks.all.last == "\u{1D244}")
    #expect(Set(PlaceholderMarks.all).count == 297)
  }

  @Test("equal images give equal bytes", arguments: TerminalImageRequest.GraphicsProtocol.allCases)
  func reproducible(_ graphics: TerminalImageRequest.GraphicsProtocol) throws {
    #expect(try paint(graphics) == paint(graphics))
  }

  @Test("filling crops both sides, fitting leaves space")
  func filled() throws {
    for (fills, columns, rows) in [(false, 2, 1), (true, 2, 4)] {
      let request = TerminalImageRequest(gradientPNG(), as: .blocks, columns: 2, rows: 4, fills: fills)
      let rendering = try painter.paint(.terminalImage(request))
      #expect(rendering.width == Double(columns) && rendering.height == Double(rows))
    }
    let request = TerminalImageRequest([1, 2], as: .sixel, columns: 2, rows: 4, fills: true)
    #expect(try PaintRequest(decoding: PaintRequest.terminalImage(request).encoded()) == .terminalImage(request))
  }

  @Test(
    "the reply of a painter is an image and nothing else", arguments: TerminalImageRequest.GraphicsProtocol.allCases,
    [false, true])
  func validatesReply(_ graphics: TerminalImageRequest.GraphicsProtocol, usesPlaceholders: Bool) throws {
    let request = TerminalImageRequest(
      gradientPNG(), as: graphics, columns: 6, rows: 4, usesPlaceholders: usesPlaceholders, imageID: 9)
    let bytes = try painter.paint(.terminalImage(request)).bytes
    #expect(request.isValidReply(bytes))
    // Blocks are checked when they're drawn.
    guard graphics != .blocks else { return }
    let clipboard = Array("\u{1B}]52;c;aGk=\u{7}".utf8)
    #expect(!request.isValidReply(clipboard + bytes))
    #expect(!request.isValidReply([]))
    if !(graphics == .kitty && usesPlaceholders) { #expect(!request.isValidReply(bytes + clipboard)) }
    let middle = bytes.count / 3
    #expect(!request.isValidReply(Array(bytes[..<middle]) + clipboard + Array(bytes[middle...])))
    // The id of another image, and a file in place of the data.
    if graphics == .kitty {
      for (old, new) in [("i=9", "i=8"), ("a=T", "a=T,t=f")] {
        #expect(!request.isValidReply(Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)))
      }
    }
  }

  @Test(
    "a reply with another control function in the place of sixels is refused",
    arguments: [
      "\u{1B}P+q544e\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P1;1;1!z414243\u{1B}\\",
      "\u{1B}Ptmux;q\u{1B}\\",
      "\u{1B}P1000p\u{1B}\\", "\u{1B}P0;1|17/17\u{1B}\\", "\u{1B}P0;1;0;0;0;0;0;0;0;0q~\u{1B}\\", "\u{1B}P0;1;0q~",
      "\u{1B}P0;1;0q!99999999~\u{1B}\\",
      "\u{1B}P0;1;0q!~\u{1B}\\", "\u{1B}P0;1;0q!0~\u{1B}\\", "\u{1B}P0;1;0q!3#\u{1B}\\", "\u{1B}P0;1;0q# \u{1B}\\",
      "\u{1B}P0;1;0q~\u{7F}\u{1B}\\",
      "\u{1B}P0;1;0q~\u{18}\u{1B}\\", "\u{1B}P0;1;0q~\u{1B}[1m\u{1B}\\", "\u{1B}P0;1;0q~\u{1B}\\\u{1B}\\",
      "\u{1B}P0;1;0q~\u{9C}\u{1B}\\", "\u{1B}Pq",
    ])
  func strictSixels(_ reply: String) {
    let request = TerminalImageRequest([], as: .sixel, columns: 6, rows: 4)
    #expect(!request.isValidReply(Array(reply.utf8)))
    #expect(request.isValidReply(Array("\u{1B}P0;1;0q\"1;1;48;64#0;2;1;2;3!48~$-\u{1B}\\\n".utf8)))
  }

  @Test(
    "a reply that makes the terminal store a file is refused",
    arguments: [
      "size=1;inline=0:QQ==", "size=1;width=1;height=1;preserveAspectRatio=1;inline=0:QQ==", "size=1;name=QQ==:QQ==",
      "size=1;width=1;height=1;preserveAspectRatio=1:Q Q",
      "size=1;width=1;height=1;preserveAspectRatio=1:QQ\u{7}\u{1B}]52;c;aGk=",
    ])
  func strictFiles(_ text: String) {
    let request = TerminalImageRequest([], as: .iterm2, columns: 6, rows: 4)
    #expect(!request.isValidReply(Array("\u{1B}]1337;File=inline=1;\(text)\u{7}".utf8)))
  }

  @Test("invalid requests")
  func refused() {
    #expect(throws: PaintError.badRequest("0 x 4 cells: both must be from 1 to 256")) { try paint(.blocks, columns: 0) }
    #expect(throws: PaintError.badRequest("6 x 257 cells: both must be from 1 to 256")) { try paint(.blocks, rows: 257) }
    #expect(throws: PaintError.badRequest("an image_id of 16777216")) { try paint(.kitty, id: 1 << 24) }
    #expect(throws: PaintError.image(.unknownFormat)) { try paint(.sixel, image: [1, 2, 3]) }
  }
}
