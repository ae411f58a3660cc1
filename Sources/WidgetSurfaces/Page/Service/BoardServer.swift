package import WidgetGraphics
package import WidgetHelpers
package import WidgetHost
import WidgetModel
import WidgetRendering
package import WidgetServices
import WidgetSystem

/// A board as a web page: responds to the requests passed on by the server, and tells open pages what changed.
///
/// It decides everything; the server only transports. It keeps no views: those come from the board.
package actor BoardServer {
  let board: Board
  let location: BoardLocation
  let root: CompositionRoot
  let address: ServerAddress
  let requestGuard: RequestGuard
  let pageToken = PageToken()
  let accessFile: AccessFile?
  let keyFile: ProgramKeyFile?
  let notifier: PageNotifier?
  let renderings: Renderings
  let layouts: PageLayouts
  let onNewAddress: @Sendable (String) -> Void
  let onUnstoredAccess: @Sendable (StoreError) -> Void
  let isDeveloper: Bool
  let addCommand: String

  var access: AccessKeys
  /// The keys of programs, and the version of the file that has them.
  private var programKeys: (version: FileStatus?, keys: ProgramKeys) = (nil, ProgramKeys())
  var tapLimit = RateLimit()
  /// The limits of programs that send events, by the widget their keys are for: one that sends much holds up nobody else.
  var pushLimits: [String: RateLimit] = [:]
  var metrics = ServerMetrics()

  // What pages show.
  /// The cards of all widgets on the board, by id.
  var cards: [String: PageCard] = [:]
  /// The groups whose cards form a grid of cells.
  var grids: Set<String?> = []
  /// How the board looks.
  var theme = Theme()
  /// The background image of the theme.
  var ground: ThemeImage?
  /// Why the theme's image isn't shown.
  var groundProblem: String?
  var console: [ConsoleEntry] = []
  var fileProblem: String?
  var needsRestart = false
  var rendered: [CardKey: RenderedCard] = [:]
  /// The cards that are being drawn.
  var drawing: [CardKey: CardDrawing] = [:]
  /// The board's pages, each for all requests that come together.
  var pages: [SharedPage.Key: SharedPage] = [:]
  var lastGeneration: Int64 = 0
  /// Counts card changes, so a page opening its stream gets those since it was made.
  var serial = 0
  var lastBoardChange = 0
  /// The manifests of installed widgets, by path.
  var installed: [String: (changedAt: Double, widget: AddPage.Widget)] = [:]

  // Connected pages.
  var streams: [Int64: EventStream] = [:]
  var lastStream: Int64 = 0
  var viewers: [PageContext: Int] = [:]
  var flushing: Set<Int64> = []
  var taps: [PageTap] = []
  var pinging: Task<Void, Never>?
  private var running: [Task<Void, Never>] = []

  struct CardKey: Hashable {
    var id: String
    var context: PageContext
  }

  struct RenderedCard: Sendable {
    var html: [UInt8]
    var rules: StyleRules
    var part: CardPart
    var time: Double
    /// The event with the card, made for the first page to receive it.
    var event: [UInt8]?
  }

  /// A tap whose handler runs.
  struct PageTap: Equatable {
    /// The card.
    var id: String
    /// The widget that the card had: with other settings it's another one.
    var instance: String?
    var tab: String
  }

  /// A widget on the pages.
  struct PageCard {
    var card = Card()
    /// The source around an error, while the script can't be used.
    var report: String?
    /// Why the last update failed.
    var failure: Failure?
    /// Why a widget without a view yet couldn't be loaded.
    var firstFailure: Failure?
    /// The number of the last change.
    var change: Int?
  }

  /// - Parameters:
  ///   - notifier: The channel for notifications in browsers; nil for none.
  ///   - accessFile: nil keeps sessions until the end.
  ///   - keyFile: nil for no keys but that of the page.
  ///   - painter: Draws images; nil if it isn't installed.
  ///   - layoutPainter: Measures the texts of cards, and must never be given an image; nil lets browsers lay cards out.
  ///   - isDeveloper: Whether the console is shown from the start (`--watch`).
  ///   - onUnstoredAccess: Receives why sessions end with this program, each time they aren't stored.
  ///   - onNewAddress: Receives the next address when the one before it was used.
  package init(
    board: Board, location: BoardLocation, root: CompositionRoot, relay: TapRelay, notifier: PageNotifier? = nil,
    address: ServerAddress, accessFile: AccessFile?, keyFile: ProgramKeyFile? = nil,
    painter: PainterProcess?, layoutPainter: PainterProcess? = nil, isDeveloper: Bool = false,
    onUnstoredAccess: @escaping @Sendable (StoreError) -> Void = { _ in },
    onNewAddress: @escaping @Sendable (String) -> Void
  ) {
    self.board = board
    self.location = location
    self.root = root
    self.accessFile = accessFile
    self.keyFile = keyFile
    access = accessFile?.read(now: root.clock.now()) ?? AccessKeys()
    self.onUnstoredAccess = onUnstoredAccess
    // A board's name stays the same.
    do throws(StoreError) { try accessFile?.write(access) } catch { onUnstoredAccess(error) }
    var address = address
    address.own = access.name + ".localhost"
    self.address = address
    requestGuard = RequestGuard(address)
    self.notifier = notifier
    renderings = Renderings(painter: painter)
    layouts = PageLayouts(painter: layoutPainter)
    self.onNewAddress = onNewAddress
    self.isDeveloper = isDeveloper
    addCommand = location.addCommand
    relay.onOutput { [weak self] output, instance in Task { await self?.pass(output, of: instance) } }
  }

  /// Follows the board, which the caller starts.
  package func start() {
    if let notifier { connect(notifier) }
    let events = board.events.stream()
    running.append(Task { for await event in events { await self.receive(event) } })
  }

  package func stop() {
    for task in running { task.cancel() }
    pinging?.cancel()
    for stream in streams.values { stream.channel.end() }
  }

  /// An address that opens the board in one browser.
  package func newAddress() -> String { "\(address.url)login?token=\(access.makeToken())" }

  /// Called by the server's client; responds later.
  package nonisolated func handle(_ request: HTTPRequestMessage, _ response: ResponseChannel) {
    Task { await self.respond(to: request, response) }
  }

  var now: Double { root.clock.now() }

  var words: HostWords { HostWords(locale: root.locale.identifier) }

  func clock() -> CalendarClock { CalendarClock(now: now, locale: root.locale.identifier, timeZone: root.locale.timeZone) }

  /// The named keys, as the file has them now.
  func currentKeys() -> ProgramKeys {
    if let version = keyFile?.version, version != programKeys.version {
      programKeys = (version, (try? keyFile?.read()) ?? ProgramKeys())
    } else if keyFile?.version == nil {
      programKeys = (nil, ProgramKeys())
    }
    return programKeys.keys
  }

  /// The addresses a key opens, of the page or a named one.
  ///
  /// - Returns: nil if it isn't a key.
  func scope(ofKey value: String) -> ProgramKeys.Scope? {
    let named = programKey(value)?.scope
    return value.utf8.count <= 128 && access.isPictureKey(value) ? .widgets : named
  }

  /// A named key.
  func programKey(_ value: String) -> ProgramKeys.Key? { value.utf8.count <= 128 ? currentKeys().key(of: value) : nil }

  func saveAccess() {
    do throws(StoreError) { try accessFile?.write(access) } catch { onUnstoredAccess(error) }
  }
}
