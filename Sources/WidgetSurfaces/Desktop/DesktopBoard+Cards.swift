import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetSystem

/// Cards: from the board's snapshots to what the program draws. A card is sent only if it differs, and not before the program has
/// drawn the previous one.
extension DesktopBoard {
  /// Notes that a widget's card may have changed.
  func changed(_ id: String) {
    cards[id]?.isDirty = true
    flush(id)
  }

  /// Sends a card that may have changed, if the program is ready for it.
  func flush(_ id: String) {
    guard let card = cards[id], session != nil, let colorScheme, shown.contains(id), card.isDirty, !card.isBusy,
      card.sentAt == nil, maySend(card)
    else { return }
    guard card.nextSending <= MonotonicTime.now() else { return scheduleWakeUp() }
    cards[id]?.isDirty = false
    cards[id]?.isBusy = true
    Task { await send(id, colorScheme) }
  }

  /// A card that may have ended the program is sent when everything else is drawn, and nothing is sent until it's drawn: so it's known
  /// if it ends the program again.
  private func maySend(_ card: DesktopCard) -> Bool {
    !shown.contains { id in
      guard let other = cards[id], other.isSuspect || card.isSuspect else { return false }
      return other.isBusy || other.sentAt != nil
    }
  }

  /// Sends what had to wait for a card that may have ended the program, and the next one of those.
  func flushSuspects() {
    guard cards.values.contains(where: \.isSuspect) || hadSuspects else { return }
    hadSuspects = cards.values.contains(where: \.isSuspect)
    for id in shown { flush(id) }
  }

  private func send(_ id: String, _ scheme: ColorScheme) async {
    let sessionBefore = session
    await make(id, scheme)
    cards[id]?.isBusy = false
    // It's another program, which has nothing yet.
    if session !== sessionBefore { cards[id]?.forgetSent() }
    flush(id)
    flushSuspects()
    scheduleWakeUp()
  }

  private func make(_ id: String, _ scheme: ColorScheme) async {
    guard let card = cards[id], let session else { return }
    let context = context(of: card, scheme)
    let stored = await board.snapshot(of: id, for: context)
    let snapshot =
      card.card.shown(stored, of: card.widget)
      ?? Snapshot(widget: card.widget.identity, view: nil, result: .noData, reason: .launch, updatedAt: 0)
    var shown = snapshot.decorated(card, words)
    let images = await images(of: id, in: &shown)
    // The widget may have been removed meanwhile.
    guard var now = cards[id], session === self.session else { return }
    let clock = clock()
    var request = request(shown, card, scheme, clock)
    let showsAge = shown.failure != nil || card.widget.isStale
    let age = showsAge ? DateText.age(of: shown.updatedAt, clock: clock) : ""
    var content = DesktopCard.Content(
      request: request.timeless, texts: [age] + (shown.view?.dateTexts(clock) ?? []), images: images,
      disclosure: snapshot.disclosure(
        in: card.mode, family: card.widget.entry.family, cardWidth: Self.cardWidth, textSize: textSize),
      question: card.card.questions.current)
    let isLeftOut = now.isDeadly(content)
    if isLeftOut {
      request = self.request(snapshot.undrawn(words).decorated(card, words), card, scheme, clock)
      (content.request, content.texts, content.images, content.disclosure) = (request.timeless, [], [:], nil)
    }
    let next = [
      showsAge ? DateText.nextChange(shown.updatedAt, style: .relative, clock: clock) : nil, shown.view?.nextTextChange(clock),
    ].compactMap { $0 }.min()
    // Texts of dates use rounded seconds, so they change in the middle of a second.
    now.changesAt = next.map { ((clock.now - 0.5).rounded(.down) + 0.5) + $0 }
    defer { cards[id] = now }
    guard content != now.content else { return }
    now.content = content
    lastGeneration += 1
    now.card.views.add(
      ShownViews.View(
        generation: lastGeneration, view: isLeftOut ? nil : snapshot.view, context: context, question: card.card.questions.current
      ))
    now.sentAt = MonotonicTime.now()
    session.send(
      .card(
        CardWindow(
          id: id, generation: lastGeneration, request: request, images: content.images, disclosure: content.disclosure)))
  }

  private func request(
    _ snapshot: Snapshot, _ card: DesktopCard, _ scheme: ColorScheme, _ clock: CalendarClock
  ) -> RenderingRequest {
    let family = card.card.family(card.widget)
    var (width, height): (Double, Double?) = (Self.cardWidth, nil)
    if let family, let size = SurfaceSize.size(of: family) { (width, height) = (size.width, size.height) }
    if family == .inline { height = SurfaceSize.inlineCardHeight(at: textSize) }
    var request = RenderingRequest(
      snapshot, as: .png, width: width, height: height, family: family, scale: 1, colorScheme: scheme, textSize: textSize,
      isStale: card.widget.isStale, clock: PaintClock(clock, view: snapshot.view))
    request.theme = theme.card
    return request
  }

  // MARK: Images

  /// Sends a card's images that the program doesn't have. Images inside the view get names.
  ///
  /// - Returns: The number of each image that can be shown, by name.
  private func images(of id: String, in snapshot: inout Snapshot) async -> [String: Int64] {
    var names: [String] = []
    var own: [String: [UInt8]] = [:]
    snapshot.view?.visitImages { source in
      switch source {
      case .reference(let src): names.append(src)
      case .bytes(let bytes):
        let name = "bytes:\(own.count)"
        own[name] = bytes
        names.append(name)
        source = .reference(name)
      case .pair: return
      }
    }
    cards[id]?.hasImages = !names.isEmpty
    guard !names.isEmpty, let view = snapshot.view, let session else {
      cards[id]?.images = [:]
      return [:]
    }
    let files = await board.images(of: id, in: view).merging(own) { $1 }
    var known: [String: DesktopCard.SentImage] = [:]
    var numbers: [String: Int64] = [:]
    for name in names where known[name] == nil && known.count < WindowProtocol.maximumImages {
      guard let bytes = files[name] else { continue }
      if let before = cards[id]?.images[name], before.bytes == bytes {
        known[name] = before
      } else {
        var image = DesktopCard.SentImage(bytes: bytes)
        if let decoded = await decode(bytes), session === self.session {
          cards[id]?.lastImage += 1
          image.number = cards[id]?.lastImage
          if let number = image.number { session.send(.image(card: id, number: number, decoded)) }
        }
        known[name] = image
      }
      if let number = known[name]?.number { numbers[name] = number }
    }
    cards[id]?.images = known
    return numbers
  }

  /// Decodes an untrusted image in the painter, from a thread that can block.
  private func decode(_ bytes: [UInt8]) async -> DecodedImage? {
    guard let painter else { return nil }
    return await withCheckedContinuation { continuation in
      do {
        try DetachedThread.start(stackBytes: 512 << 10) {
          continuation.resume(returning: (try? painter.decode(bytes)) ?? nil)
        }
      } catch { continuation.resume(returning: nil) }
    }
  }
}

extension RenderingRequest {
  /// The request at no time, for finding out whether another one differs.
  fileprivate var timeless: RenderingRequest {
    var request = self
    request.clock = PaintClock(now: 0)
    return request
  }
}

extension Snapshot {
  /// The text that a card shows instead of a view that ended the program.
  fileprivate func undrawn(_ words: HostWords) -> Snapshot {
    var snapshot = self
    snapshot.view = nil
    snapshot.failure = Failure(
      .view, words("this view couldn't be drawn: the program that draws cards ended"),
      remedy: words("choose Refresh in its menu, or draw a simpler view"))
    return snapshot
  }
}
