import Testing
import WidgetModel
import WidgetTesting

/// Each kind's traits against a sample of it, so a new kind can't have traits contradicted by its content.
@Suite struct ViewTraitsTests {
  @Test("a view that takes children has exactly one arrangement", arguments: ViewKind.allCases)
  func arrangement(_ kind: ViewKind) {
    let all: [ViewTraits] = [.row, .column, .layers, .alternatives, .grid]
    #expect(all.count { kind.traits.contains($0) } == (kind.traits.axis == nil ? 0 : 1))
    #expect(kind.traits.takesChildren == (kind.traits.axis != nil))
    #expect(kind.sample.isContainer == !kind.sample.children.isEmpty)
  }

  /// A date has words the script didn't write; a spinner may have none.
  @Test("the script's words are found in every view that has words", arguments: ViewKind.allCases)
  func words(_ kind: ViewKind) {
    let expected = kind.traits.contains(.words) && kind != .date || kind == .activityIndicator
    #expect(kind.sample.content.words == (expected ? "Sample" : nil))
    #expect(kind.sample.text == kind.sample.content.words)
  }

  @Test("an icon is found where there is one", arguments: ViewKind.allCases)
  func icons(_ kind: ViewKind) {
    #expect(kind.sample.content.iconName == (kind == .icon || kind == .label ? "star" : nil))
    #expect(ViewContent.button("", icon: "star").iconName == "star")
  }

  @Test("bars fill the width and rings don't")
  func width() {
    #expect(ViewContent.progress(0.5, shape: .bar).fillsWidth && !ViewContent.progress(0.5, shape: .circle).fillsWidth)
    #expect(ViewContent.gauge(Gauge(0.5, shape: .bar)).fillsWidth && !ViewContent.gauge(Gauge(0.5, shape: .ring)).fillsWidth)
    #expect(ViewContent.shape(.circle).fillsWidth && !ViewContent.text("x").fillsWidth)
  }

  @Test("a change is animated if a view inside has a transition")
  func animated() {
    func node(_ change: (inout ViewStyle) -> Void) -> ViewNode {
      var text = ViewNode(.text("1"))
      change(&text.style)
      return ViewNode(.vstack, children: [ViewNode(.text("0")), text])
    }
    #expect(node { $0.transition = .fade }.isAnimated && node { $0.setEffect(\.contentTransition, to: .numeric) }.isAnimated)
    #expect(!node { $0.transition = Transition.none }.isAnimated && !node { _ in }.isAnimated)
  }

  @Test("a link without words is its address")
  func link() { #expect(ViewNode(.link("", url: "https://example.com")).text == "https://example.com") }
}
