import Testing
import WidgetGraphics
import WidgetModel

@Suite struct CardArrangementTests {
  private func item(_ id: String, _ height: Int = 100, _ anchor: CardPlacement.Anchor? = nil, margin: Int? = nil)
    -> CardArrangement.Item
  {
    CardArrangement.Item(
      id: id, width: 300, height: height,
      placement: CardPlacement(anchor: anchor, margin: margin.map { .init(horizontal: $0, vertical: 2 * $0) }))
  }

  /// The upper left corner of each card on a monitor of 1000 x 600.
  private func origins(_ items: CardArrangement.Item...) -> [String: [Int]] {
    let arrangement = CardArrangement(items, width: 1000, height: 600)
    return Dictionary(
      uniqueKeysWithValues: items.compactMap { item in
        arrangement.positions[item.id].map { position in
          let origin = position.origin(width: item.width, height: item.height, inWidth: 1000, height: 600)
          return (item.id, [origin.x, origin.y])
        }
      })
  }

  @Test("cards without a margin are below each other in the top right corner")
  func standard() {
    #expect(origins(item("a"), item("b", 50), item("c")) == ["a": [684, 16], "b": [684, 128], "c": [684, 190]])
  }

  @Test("a full column continues in a second one, towards the middle")
  func columns() {
    #expect(
      origins(item("a", 300), item("b", 300), item("c", 100)) == ["a": [684, 16], "b": [372, 16], "c": [372, 328]])
    #expect(origins(item("a", 300, .topLeft), item("b", 300, .topLeft)) == ["a": [16, 16], "b": [328, 16]])
    // A card that is higher than the monitor has its own column.
    #expect(origins(item("a", 900), item("b"))["b"] == [372, 16])
  }

  @Test("columns that the monitor has no width for begin again, a little lower and further in")
  func tooMany() {
    #expect(
      origins(
        item("a", 550, .topLeft), item("b", 550, .topLeft), item("c", 550, .topLeft), item("d", 550, .topLeft),
        item("e", 550, .topLeft), item("f", 550, .topLeft), item("g", 550, .topLeft))
        == ["a": [16, 16], "b": [328, 16], "c": [640, 16], "d": [40, 40], "e": [352, 40], "f": [664, 40], "g": [64, 64]])
    #expect(origins(item("a", 550), item("b", 550), item("c", 550), item("d", 550))["d"] == [660, 40])
    #expect(origins(item("a", 550, .top), item("b", 550, .top), item("c", 550, .top))["c"] == [374, 40])
  }

  @Test(
    "two small cards are side by side, and a later one fills the place beside a single one",
    arguments: [
      (CardPlacement.Anchor.topLeft, ["a": [16, 16], "wide": [16, 186], "b": [196, 16], "c": [16, 298]]),
      (.topRight, ["a": [646, 16], "wide": [684, 186], "b": [826, 16], "c": [826, 298]]),
      (.bottomLeft, ["a": [16, 144], "wide": [16, 314], "b": [196, 144], "c": [16, 426]]),
      (.top, ["a": [331, 16], "wide": [350, 186], "b": [511, 16], "c": [421, 298]]),
    ])
  func pairs(_ anchor: CardPlacement.Anchor, _ expected: [String: [Int]]) {
    func small(_ id: String) -> CardArrangement.Item {
      CardArrangement.Item(id: id, width: 158, height: 158, placement: CardPlacement(anchor: anchor))
    }
    #expect(origins(small("a"), item("wide", 100, anchor), small("b"), small("c")) == expected)
  }

  @Test("a compact theme leaves less space between cards")
  func compact() {
    let items = [item("a"), item("b")]
    #expect(CardArrangement(items, height: 600, isCompact: true).positions["b"]?.vertical == 122)
  }

  @Test("at the bottom the first card is on top too")
  func bottom() {
    #expect(origins(item("a", 100, .bottomLeft), item("b", 50, .bottomLeft)) == ["a": [16, 422], "b": [16, 534]])
  }

  @Test("in the middle, the whole column is centred")
  func middle() {
    #expect(origins(item("a", 100, .center), item("b", 100, .center)) == ["a": [350, 194], "b": [350, 306]])
    #expect(origins(item("a", 100, .left)) == ["a": [16, 250]])
    #expect(origins(item("a", 100, .top)) == ["a": [350, 16]])
  }

  @Test(
    "a margin is the distance from the edges of the anchor, and takes no place from the others",
    arguments: [
      (CardPlacement.Anchor.topLeft, [24, 48]), (.topRight, [676, 48]), (.bottomLeft, [24, 452]), (.bottomRight, [676, 452]),
      (.center, [374, 298]), (.top, [374, 48]), (.right, [676, 298]),
    ])
  func margins(_ anchor: CardPlacement.Anchor, _ origin: [Int]) {
    let all = origins(item("a", 100, anchor, margin: 24), item("b"))
    #expect(all["a"] == origin)
    #expect(all["b"] == [684, 16])
  }

  @Test(
    "a card that was put somewhere is measured from the nearest corner, and is there again",
    arguments: [
      (CardPlacement.Anchor.topLeft, [0, 0], [0, 0]), (.topRight, [700, 40], [0, 40]), (.bottomLeft, [100, 480], [100, 20]),
      (.bottomRight, [600, 300], [100, 200]), (.topLeft, [350, 250], [350, 250]),
    ])
  func dropped(_ anchor: CardPlacement.Anchor, _ corner: [Int], _ margin: [Int]) {
    let placement = CardPlacement(x: corner[0], y: corner[1], width: 300, height: 100, inWidth: 1000, height: 600)
    #expect(placement == CardPlacement(anchor: anchor, margin: .init(horizontal: margin[0], vertical: margin[1])))
    #expect(origins(CardArrangement.Item(id: "a", width: 300, height: 100, placement: placement)) == ["a": corner])
  }
}
