import Testing
import WidgetModel

@Suite struct SurfaceSizeTests {
  private let host = Size(width: 400, height: 600)

  @Test("the space of a widget: the host's, compact, a family's")
  func available() {
    #expect(SurfaceSize.available(in: host, mode: .expanded) == host)
    #expect(SurfaceSize.available(in: host, mode: .compact) == Size(width: 400, height: 110))
    #expect(SurfaceSize.available(in: Size(width: 400, height: 80), mode: .compact) == Size(width: 400, height: 80))
    #expect(SurfaceSize.available(in: host, mode: .expanded, family: .small) == Size(width: 158, height: 158))
    #expect(SurfaceSize.available(in: host, mode: .expanded, family: .medium) == Size(width: 338, height: 158))
    #expect(SurfaceSize.available(in: host, mode: .compact, family: .large) == Size(width: 338, height: 354))
    #expect(
      SurfaceSize.available(in: Size(width: 100, height: 100), mode: .expanded, family: .large) == Size(width: 100, height: 100))
    #expect(SurfaceSize.available(in: host, mode: .expanded, family: .inline) == Size(width: 400, height: 20))
    #expect(SurfaceSize.available(in: Size(width: 400, height: 0), mode: .expanded).height == .infinity)
    #expect(SurfaceSize.available(in: Size(width: .nan, height: .nan), mode: .compact) == Size(width: 0, height: 110))
  }
}

/// The space for the view, as in `context.size`.
@Suite struct ViewSizeTests {
  @Test(
    "max_height is the height of the view: a panel's, 110 points if compact, a family's card without its bar and insets",
    arguments: [
      (Surface.image, DisplayMode.expanded, nil, 640), (.image, .compact, nil, 110), (.terminal, .compact, nil, 110),
      (.image, .expanded, .small, 100), (.page, .compact, .medium, 100), (.image, .expanded, .large, 296),
      (.terminal, .expanded, .small, 128), (.terminal, .expanded, .large, 320), (.bar, .expanded, .inline, 20),
    ] as [(Surface, DisplayMode, WidgetFamily?, Double)])
  func heights(_ surface: Surface, _ mode: DisplayMode, _ family: WidgetFamily?, _ height: Double) {
    let host = Size(width: 1000, height: 640)
    #expect(SurfaceSize.view(in: host, mode: mode, family: family, on: surface).height == height)
  }

  @Test(
    "the width is that between the insets of a family's card",
    arguments: [
      (Surface.image, nil, 1000), (.image, .medium, 306), (.page, .small, 126), (.terminal, .medium, 304),
      (.image, .circular, 60), (.image, .rectangular, 140),
    ] as [(Surface, WidgetFamily?, Double)])
  func widths(_ surface: Surface, _ family: WidgetFamily?, _ width: Double) {
    let host = Size(width: 1000, height: 640)
    #expect(SurfaceSize.view(in: host, mode: .expanded, family: family, on: surface).width == width)
  }
}
