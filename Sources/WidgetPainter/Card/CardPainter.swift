import WidgetModel
import WidgetRendering

/// Draws a card that's been laid out.
struct CardPainter {
  /// Draws views on the card's background.
  private let views: ViewPainter
  private let card: CardLayout
  /// Draws on a card without its own background.
  private let plain: ViewPainter

  init(views: ViewPainter, card: CardLayout) {
    plain = views
    let scale = max(0.01, card.viewScale)
    // In the view's coordinates.
    let whole = Frame(
      x: -card.viewOrigin.x / scale, y: -card.viewOrigin.y / scale, width: card.size.width / scale,
      height: card.size.height / scale)
    self.views = views.on(
      card.background?.color, card.background?.gradient, hasImage: card.background?.image != nil, whole)
    self.card = card
  }

  private var canvas: Canvas { views.canvas }
  private var palette: Palette { views.palette }

  func draw() { canvas.tagged(.document, drawParts) }

  private func drawParts() {
    let whole = Frame(x: 0, y: 0, width: card.size.width, height: card.size.height)
    let radius = card.radius
    canvas.fill(whole, radius: radius, palette.card)
    if let background = card.background {
      if let image = background.image,
        views.drawImage(
          image, covering: whole, corners: CornerRadii(radius), opacity: 1, blur: background.blur)
      {
      } else if let gradient = background.gradient {
        plain.fill(whole, radius: radius, gradient)
      } else if let color = plain.palette.color(background.color) {
        canvas.fill(whole, radius: radius, color)
      }
    }
    canvas.clipped(to: whole, radius: radius) {
      if let title = card.title { canvas.tagged(.heading) { draw(title) } }
      if let view = card.view {
        // Shadows and rotated views can be a little higher.
        let top = max(0, card.viewFrame.y - 6)
        let space = Frame(
          x: 0, y: top, width: card.size.width, height: max(0, card.viewFrame.maxY - top))
        canvas.clipped(to: space) {
          canvas.translated(x: card.viewOrigin.x, y: card.viewOrigin.y, scale: card.viewScale) { views.draw(view) }
        }
      }
      if let failure = card.failure { views.draw(failure) }
    }
    canvas.stroke(whole, radius: radius, width: 0.5, palette.cardEdge)
  }

  private func draw(_ title: CardTitle) {
    if let icon = title.icon { drawIcon(icon, title.iconFrame) }
    let palette = views.palette(at: title.nameFrame)
    views.shaper.draw(
      title.name, font: title.nameFont, in: title.nameFrame, color: palette.secondary, on: canvas)
    if let age = title.age, let color = views.palette(at: title.ageFrame).text(age.color) {
      views.shaper.draw(age.text, font: title.ageFont, in: title.ageFrame, color: color, on: canvas)
    }
  }

  /// Like an app icon: white, or black if that's too bright, on a rounded square in the accent colour. Emoji are drawn as they are.
  private func drawIcon(_ name: String, _ frame: Frame) {
    guard IconShapes.path(for: name) != nil, let accent = palette.color(.accent) else {
      return views.drawIcon(name, fallback: IconSet.icon(name).symbol, in: frame, palette.label)
    }
    let ground = (palette.theme.accent ?? SystemPalette.fill(.accent) ?? SystemPalette.card)[palette.scheme]
    canvas.fill(frame, radius: 5, accent)
    let inner = Frame(x: frame.x + 3, y: frame.y + 3, width: frame.width - 6, height: frame.height - 6)
    views.drawIcon(name, fallback: "", in: inner, RGBA(Contrast.icon(on: ground)))
  }
}
