import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetSystem

/// A widget in one format: for displays, badges and other programs.
extension BoardServer {
  /// A rendering's query.
  struct RenderingQuery: Equatable {
    static let names: Set<String> = ["size", "family", "appearance", "text-size", "scale", "refresh", "key"]

    var width = 360.0
    var height: Double?
    var family: WidgetFamily?
    var appearance = ColorScheme.light
    var textSize = TextSize.large
    var scale = 2.0
    /// Seconds after which a browser loads it again, for a display that runs no script.
    var refresh: Int?

    /// A value no rendering can have, or a meaningless name.
    struct Mistake: Error {
      /// The reason, for the user.
      var sentence: String
    }

    init(_ query: FormFields?) throws(Mistake) {
      var isSized = false
      for (name, value) in query?.pairs ?? [] {
        func checked<Value>(_ value: Value?, _ allowed: String) throws(Mistake) -> Value {
          guard let value else { throw Mistake(sentence: "\(name) takes \(allowed)") }
          return value
        }
        switch name {
        case "size":
          let parts = try checked(Self.size(value), "WIDTH or WIDTHxHEIGHT in points, each from 16 to 2000")
          isSized = true
          width = parts[0]
          height = parts.count > 1 ? parts[1] : nil
        case "family":
          family = try checked(WidgetFamily(rawValue: value), WidgetFamily.allCases.map(\.rawValue).joined(separator: ", "))
        case "appearance": appearance = try checked(ColorScheme(rawValue: value), "light or dark")
        case "text-size":
          textSize = try checked(TextSize(rawValue: value), TextSize.allCases.map(\.rawValue).joined(separator: ", "))
        case "scale":
          scale = try checked(Double(value).flatMap { (1...4).contains($0) ? $0 : nil }, "a number from 1 to 4")
        case "refresh":
          refresh = try checked(Int(value).flatMap { (5...86_400).contains($0) ? $0 : nil }, "seconds from 5 to 86400")
        case "key": break
        default: throw Mistake(sentence: "The query may have size, family, appearance, text-size, scale and refresh")
        }
      }
      guard let family else { return }
      if let size = SurfaceSize.size(of: family) {
        width = isSized ? min(width, size.width) : size.width
        height = min(height ?? size.height, size.height)
      } else {
        height = height ?? SurfaceSize.inlineCardHeight(at: textSize)
      }
    }

    private static func size(_ text: String) -> [Double]? {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
      return (1...2).contains(parts.count) && parts.allSatisfy({ $0 >= 16 && $0 <= 2000 }) ? parts : nil
    }
  }

  func renderedCard(
    _ id: String, _ format: OutputFormat, _ query: FormFields?, _ request: HTTPRequestMessage,
    _ response: ResponseChannel,
    isShared: Bool
  ) async {
    let wanted: RenderingQuery
    do throws(RenderingQuery.Mistake) { wanted = try RenderingQuery(query) } catch {
      return problem(400, error.sentence, response)
    }
    // Also for what follows: a display recovers from every problem.
    if let seconds = wanted.refresh { response.add([HTTPField("refresh", "\(seconds)")]) }
    guard let widget = await board.widgets.first(where: { $0.id == id }) else { return problem(404, "Not Found", response) }
    let surface: Surface = format.needsPainter ? .image : .page
    let view = SurfaceSize.view(
      in: Size(width: wanted.width, height: wanted.height ?? 640), mode: .expanded, family: wanted.family, on: surface)
    let context = WidgetContext(
      reason: .launch, size: view, family: wanted.family, colorScheme: wanted.appearance, textSize: wanted.textSize,
      locale: root.locale.identifier, timeZone: root.locale.timeZone, surface: surface, host: .serve)
    await board.showBriefly(id, context)
    guard let snapshot = await board.snapshot(of: id, for: context) else {
      return problem(503, "The widget has no view yet", response, [HTTPField("retry-after", "10")])
    }
    // A failure shows how old the view is.
    let age = snapshot.failure == nil && !widget.isStale ? "" : "\(Int(saturating: now / 60))"
    let key = """
      \(format.rawValue) \(wanted) \(snapshot.widget.instance) \(snapshot.updatedAt) \(snapshot.context.key) \
      \(snapshot.failure.map { "\($0)" } ?? "") \(widget.isStale) \(age)
      """
    let tag = Self.tag(Array(key.utf8))
    let fields = [HTTPField("etag", tag), HTTPField("last-modified", HTTPDate.text(snapshot.updatedAt))]
    if isUnchanged(request, tag: tag, modified: age.isEmpty ? snapshot.updatedAt : nil) {
      return respond(304, format.mediaType, [], response, fields, isShared: isShared)
    }
    guard case .snapshot(var renderer) = format.renderer(appearance: wanted.appearance) else {
      return await respondWithRendering(snapshot, format, wanted, widget.isStale, key: key, fields, response, isShared: isShared)
    }
    var shown = snapshot
    if format == .html, let view = snapshot.view, view.hasImages {
      shown = await renderings.embedded(
        await board.images(of: id, in: view), in: snapshot, isPlaced: wanted.family != nil)
    }
    if format == .html, wanted.family != nil,
      let placed = await layouts.card(
        rendering(shown, as: .html, wanted, isStale: widget.isStale), isEmbedding: true)
    {
      renderer = HTMLFormat(theme: HTMLTheme(wanted.appearance), placed: placed)
    }
    let options = RenderingOptions(
      colorDepth: .none, colorScheme: wanted.appearance, textSize: wanted.textSize, clock: clock(), isStale: widget.isStale,
      showsEmptyNote: true, family: wanted.family)
    let (finished, drawing) = (shown, renderer)
    let size = Size(width: wanted.width, height: wanted.height ?? .infinity)
    await respond(format, wanted, fields, response, isShared: isShared) { renderings throws(Renderings.Failure) in
      try await renderings.text(of: finished.widget.instance) { drawing.render(finished, in: size, options: options) }
    }
  }

  /// Responds with a rendering, or with why there's none.
  private func respond(
    _ format: OutputFormat, _ wanted: RenderingQuery, _ fields: [HTTPField], _ response: ResponseChannel, isShared: Bool,
    _ draw: (Renderings) async throws(Renderings.Failure) -> [UInt8]
  ) async {
    do throws(Renderings.Failure) {
      respond(format, try await draw(renderings), fields, response, isShared: isShared, reloads: wanted.refresh != nil)
    } catch {
      switch error {
      case .busy: problem(503, "Too many widgets are being drawn at once", response, [HTTPField("retry-after", "5")])
      case .missing: problem(501, HelperProgram.painter.missing, response)
      case .paint(.tooLarge(let width, let height)):
        problem(400, "\(width) x \(height) pixels are too many; ask for a smaller size or scale", response)
      case .paint: problem(500, "The image could not be drawn", response)
      case .noThread: problem(500, "The widget could not be drawn", response)
      }
    }
  }

  /// A page and an SVG have style rules: their own policy allows these and nothing else.
  ///
  /// - Parameter reloads: A sandbox without scripts doesn't load anything again by itself. No script runs: none has a source.
  private func respond(
    _ format: OutputFormat, _ bytes: [UInt8], _ fields: [HTTPField], _ response: ResponseChannel, isShared: Bool,
    reloads: Bool
  ) {
    guard format == .html || format == .svg else {
      return respond(200, format.mediaType, bytes, response, fields, isShared: isShared)
    }
    let security =
      SecurityHeaders.fields(isShared: isShared).filter { $0.name != "content-security-policy" }
      + [
        HTTPField(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; sandbox\(reloads ? " allow-scripts" : "")"
        )
      ]
    response.respond(
      200, [HTTPField("content-type", format.mediaType), HTTPField("cache-control", "private, no-cache")] + security + fields,
      body: bytes)
  }

  private func rendering(
    _ snapshot: Snapshot, as format: OutputFormat, _ wanted: RenderingQuery, isStale: Bool
  ) -> RenderingRequest {
    RenderingRequest(
      snapshot, as: format, width: wanted.width, height: wanted.height, family: wanted.family, scale: wanted.scale,
      colorScheme: wanted.appearance, textSize: wanted.textSize, isStale: isStale,
      clock: PaintClock(clock(), view: snapshot.view))
  }

  private func respondWithRendering(
    _ snapshot: Snapshot, _ format: OutputFormat, _ wanted: RenderingQuery, _ isStale: Bool, key: String,
    _ fields: [HTTPField], _ response: ResponseChannel, isShared: Bool
  ) async {
    var rendering = self.rendering(snapshot, as: format, wanted, isStale: isStale)
    if let view = snapshot.view, view.hasImages {
      let images = await board.images(of: snapshot.widget.id, in: view)
      rendering.resources = images.sorted { $0.key < $1.key }.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) }
    }
    let request = rendering
    await respond(format, wanted, fields, response, isShared: isShared) { renderings throws(Renderings.Failure) in
      try await renderings.rendering(request, key: key)
    }
  }
}
