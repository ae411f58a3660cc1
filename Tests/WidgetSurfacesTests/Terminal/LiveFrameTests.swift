import Testing

@testable import WidgetSurfaces

@Suite struct LiveFrameTests {
  @Test("parts are placed at their cells, with spaces and empty lines between them")
  func places() {
    var frame = LiveFrame()
    frame.add(LiveFrame(lines: ["ab", "cd"], width: 2))
    frame.add(LiveFrame(lines: ["ef"], width: 2), column: 4, row: 1)
    frame.add(LiveFrame(lines: ["g"], width: 1), column: 1, row: 3)
    frame.append("end", width: 3)
    #expect(frame.lines == ["ab", "cd  ef", "", " g", "end"])
    #expect(frame.widths == [2, 6, 0, 2, 3])
  }

  @Test("images move with their part")
  func images() {
    let image = FrameImage(id: 1, column: 2, row: 1, columns: 3, rows: 1, bytes: [1])
    var frame = LiveFrame()
    frame.add(LiveFrame(lines: ["abc", "def"], width: 5, images: [image]), column: 10, row: 4)
    #expect(frame.images.map(\.column) == [12] && frame.images.map(\.row) == [5])
  }
}
