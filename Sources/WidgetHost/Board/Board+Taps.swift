import WidgetHelpers
public import WidgetModel
import WidgetServices
import WidgetSystem

/// A text somebody is typing into a field while an earlier text is being handled.
struct TypedText: Sendable {
  /// nil if it has been handled.
  var latest: ControlReference?
}

extension Board {
  /// Seconds between two texts.
  static let typingInterval = 0.1

  /// Runs the handler of a control the user sees in the view for a context.
  ///
  /// A text somebody is typing is passed on at most ten times a second, and only the latest text.
  public func tap(_ id: String, _ control: ControlReference, in context: WidgetContext) async throws(Failure) {
    guard let input = control.input else { return try await handle(control, of: id, in: context) }
    let field = "\(id) \(control.digest)"
    if input.isFinal {
      // It has the whole text.
      typing[field]?.latest = nil
      return try await handle(control, of: id, in: context)
    }
    if typing[field] != nil {
      typing[field]?.latest = control
      return
    }
    typing[field] = TypedText(latest: control)
    defer { typing[field] = nil }
    while let latest = typing[field]?.latest {
      typing[field]?.latest = nil
      try await handle(latest, of: id, in: context)
      try? await Task.pause(seconds: Self.typingInterval)
    }
  }

  private func handle(_ control: ControlReference, of id: String, in context: WidgetContext) async throws(Failure) {
    guard let instance = widget(id)?.identity.instance, let hosted = instances[instance] else {
      return events.send(.controlMissing(id: id))
    }
    let isFull = hosted.waiting >= Self.maximumWaiting
    switch isFull ? .busy : await run(.tap(control), of: instance, in: context) {
    case .failed(let failure): throw failure
    case .controlMissing: events.send(.controlMissing(id: id))
    case .busy: throw LeasedWidget.tooManyTaps
    case .done, .shown, .notOwner, .otherVersion, nil: break
    }
  }

  /// Runs a handler in the process with the worker, or else here.
  func run(_ call: HandlerCall, of instance: String, in context: WidgetContext) async -> RequestReply? {
    guard let leased = instances[instance]?.leased else { return nil }
    let others = contexts(of: instance, .action)
    var context = context
    context.reason = .action
    context.host = host
    context.lastUpdate = others.first?.lastUpdate
    let reply = await exclusively(instance) { [weak self, context] in
      await self?.run(call, of: instance, leased, context, others)
    }
    await retain(instance)
    return reply ?? nil
  }

  private func run(
    _ call: HandlerCall, of instance: String, _ leased: LeasedWidget, _ context: WidgetContext, _ others: [WidgetContext]
  ) async -> RequestReply {
    guard !isClosed else { return .notOwner }
    noticeUpgrade()
    // A worker from this version continues.
    if needsRestart, await !leased.session.isReady {
      return .failed(Failure(.internalError, Self.upgraded(host), remedy: "until then the last views stay"))
    }
    let before = instances[instance]?.contexts ?? []
    instances[instance]?.contexts = [context] + others
    let outcome = await leased.call(call, context, others)
    guard case .here((let reply, let known)) = outcome else {
      instances[instance]?.contexts = before
      return outcome.reply
    }
    // Before the assignment, whose optional chain keeps the dictionary open for writing until the right side is evaluated.
    let isKept = await keepsWorker(leased.session)
    instances[instance]?.lastTap = isKept ? BootTime.now() : nil
    if case .failed = reply { return reply }
    let update = known.afterHandler(at: root.clock.now())
    if instances[instance]?.finishedAt == nil || known.updatedAt == nil { instances[instance]?.finishedAt = update.time }
    recordEnd(update, of: instance, releasing: false)
    // A handler can keep the machine awake.
    await updateStreams(of: instance)
    return reply
  }

  /// The sentence about a running program replaced by another version.
  public static func upgraded(_ host: HostProgram) -> String {
    switch host {
    case .today, .serve, .desktop: HelperProblem.upgraded(restart: "luawidget \(host.rawValue)")
    case .run, .bar, .update, .test: HelperProblem.upgraded
    }
  }
}
