public import WidgetHelpers
public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// Keeps a board's widgets current and tells any number of surfaces about it.
///
/// Surfaces read the board, present contexts and send taps; they know nothing else. One update serves all contexts of all
/// surfaces.
public actor Board {
  /// A terminal, a page in a browser, or a bar.
  public struct SurfaceID: Sendable, Hashable {
    public var name: String
    public init(_ name: String) { self.name = name }
  }

  /// The most workers kept because a handler ran in them.
  static let maximumRetained = 32
  /// The most operations on one instance waiting for each other.
  static let maximumWaiting = 16

  public nonisolated let events = EventReaders<BoardEvent>()
  /// Where the board file is; nil for widgets that aren't on a board.
  public nonisolated let location: BoardLocation?
  nonisolated let root: CompositionRoot
  let host: HostProgram
  let configurations: [String: WidgetConfiguration]
  let inbox = EventInbox()
  let gate = LuaGate()
  nonisolated let keeper: LeaseKeeper
  let watcher = FileWatcher()
  var program: ProgramFile
  var file: BoardFile
  /// Why the board file can't be used; the last good board stays.
  public internal(set) var fileProblem: BoardFileError?
  /// The widgets in order, including hidden ones.
  public internal(set) var widgets: [BoardWidget] = []
  /// Hosted instances by ``WidgetIdentity/instance``.
  var instances: [String: HostedInstance] = [:]
  /// The instances whose snapshots are shown until there are some for new settings, by entry id.
  var predecessors: [String: String] = [:]
  var surfaces: [SurfaceID: [String: [WidgetContext]]] = [:]
  /// When to remove the surfaces of readers that ask now and then, on the ``ClockReading/elapsed`` clock.
  var readerEnds: [SurfaceID: Double] = [:]
  var scheduler = Scheduler(now: .now())
  var alarm: Alarm?
  var network: NetworkMonitor?
  var socket: HostSocket?
  var observation: (any Sendable)?
  /// The latest store change that was read.
  var lastChange = 0
  var needsRestart = false
  /// Texts being typed into fields, by widget and field.
  var typing: [String: TypedText] = [:]
  /// The card in front of the others; nil for none.
  var front: Front?
  var isClosed = false
  private var readers: [Task<Void, Never>] = []

  /// - Parameter host: The program keeping the board, for `context.host`.
  public init(_ location: BoardLocation, root: CompositionRoot, host: HostProgram) {
    self.location = location
    configurations = [:]
    self.root = root
    self.host = host
    keeper = LeaseKeeper(store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment))
    program = ProgramFile()
    file = BoardFile(path: location.path, entries: [])
  }

  /// Hosts widgets that aren't on a board, such as one for a bar.
  ///
  /// - Parameter configurations: Options given to widgets by the user, by entry id.
  public init(
    entries: [BoardEntry], configurations: [String: WidgetConfiguration] = [:], root: CompositionRoot, host: HostProgram
  ) {
    location = nil
    self.configurations = configurations
    self.root = root
    self.host = host
    keeper = LeaseKeeper(store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment))
    program = ProgramFile()
    file = BoardFile(path: "", entries: entries)
  }

  /// Reads the board file. Stored snapshots are available at once; updates begin when a surface presents contexts.
  public func start() {
    root.resumeNotifications()
    alarm = Alarm { [weak self] in Task { await self?.runDueUpdates() } }
    network = NetworkMonitor { [weak self] in Task { await self?.networkReturned() } }
    readers = [
      Task { [weak self, inbox] in
        for await _ in inbox.signals { await self?.deliverEvents() }
      },
      Task { [weak self, watcher] in
        for await paths in watcher.changes { await self?.filesChanged(paths) }
      },
    ]
    joinOtherProcesses()
    readFile()
    watchFiles()
    events.send(.widgets(widgets))
  }

  /// Whether the board is the single widget a user runs in a terminal: it's updated at once, shows its first view if it has no
  /// other, keeps its worker, and asks about permissions in the terminal.
  var isSingle: Bool { host == .run }

  // MARK: Surfaces

  /// The stored snapshot that fits the context best.
  ///
  /// - Throws: If the store can't be read. The widget can run without it.
  public func storedSnapshot(of id: String, for context: WidgetContext) throws(StoreError) -> Snapshot? {
    guard let instance = widget(id)?.identity.instance else { return nil }
    return try root.services.snapshots.nearest(to: SnapshotContext(context), of: instance)?.snapshot
  }

  /// The stored snapshot that fits the context best. No Lua runs.
  public func snapshot(of id: String, for context: WidgetContext) -> Snapshot? {
    guard let widget = widget(id) else { return nil }
    let key = SnapshotContext(context)
    if let view = instances[widget.identity.instance]?.views[key] { return view }
    for instance in [widget.identity.instance, predecessors[id]].compactMap({ $0 }) {
      if let stored = try? root.services.snapshots.nearest(to: key, of: instance) { return stored.snapshot }
    }
    return instances[widget.identity.instance]?.views.values.max { $0.updatedAt < $1.updatedAt }
  }

  /// Replaces the contexts that a surface shows, by the id of the widget. Widgets without one are not visible there.
  public func present(_ contexts: [String: [WidgetContext]], on surface: SurfaceID) {
    let isNew = surfaces[surface] == nil
    surfaces[surface] = contexts
    visibilityChanged()
    guard isNew else { return }
    for (key, hosted) in instances.sorted(by: { $0.key < $1.key }) {
      if let request = hosted.permissions.request { send(.permissionsWanted(id: "", request), of: key) }
    }
    if let fileProblem { events.send(.fileProblem(fileProblem)) }
    if needsRestart { events.send(.restartNeeded) }
  }

  /// Removes a surface that's gone.
  public func remove(_ surface: SurfaceID) {
    surfaces[surface] = nil
    visibilityChanged()
  }

  /// Updates a widget, or all visible ones.
  public func refresh(_ id: String?) {
    for instance in id.map({ widget($0).map { [$0.identity.instance] } ?? [] }) ?? instances.keys.filter(isVisible) {
      scheduler.request(instance, .manual, now: .now())
    }
    runDueUpdates()
  }

  /// The images in a widget's view, by name, except those the widget has no permission to read.
  public func images(of id: String, in view: ViewNode) async -> [String: [UInt8]] {
    guard let instance = widget(id)?.identity.instance, let session = instances[instance]?.session else { return [:] }
    let images = await session.images(of: view)
    await noteFiles(of: instance)
    return images
  }

  /// The resources used by a widget's latest call, and the steps so far.
  public func costs(of id: String) async -> (statistics: WorkerStatistics, counters: Counters.Values)? {
    guard let instance = widget(id)?.identity.instance, let session = instances[instance]?.session else { return nil }
    return (await session.statistics, session.counters.values)
  }

  /// Checks that the file of an entry you're about to add is a widget, by reading it and running its manifest.
  ///
  /// - Throws: Why it isn't one.
  public func check(_ entry: BoardEntry) async throws(Failure) {
    let library = WidgetLibrary(environment: root.environment)
    let path = BoardFile(path: location?.path ?? "", entries: []).path(of: entry, in: library)
    _ = try await root.manifest(of: try WidgetScript(path: path))
  }

  /// A widget's manifest, for a form with its settings.
  public func manifest(of id: String) async throws(Failure) -> Manifest {
    guard let widget = widget(id), let session = instances[widget.identity.instance]?.session else {
      throw widget(id)?.failure ?? Failure(.unreadable, BoardFileError.noWidget(id))
    }
    let result = await exclusively(widget.identity.instance) { () -> Result<Manifest, Failure> in
      let wasReady = await session.isReady
      do throws(Failure) {
        let manifest = try await session.readManifest()
        if !wasReady { await session.retire() }
        return .success(manifest)
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw Failure(.unreadable, "the widget was removed from the board") }
    return try result.get()
  }

  /// Records the decisions requested by ``BoardEvent/permissionsWanted(id:_:)``, then loads and updates the widget again.
  ///
  /// - Returns: false if the widget doesn't ask one of these questions, or doesn't any more. That decision is void.
  @discardableResult
  public func decide(_ decisions: [PermissionQuestion: PermissionDecision], of id: String) async -> Bool {
    guard let instance = widget(id)?.identity.instance, let hosted = instances[instance] else { return false }
    let count = hosted.permissions.decide(decisions)
    guard count > 0 else { return decisions.isEmpty }
    _ = await exclusively(instance) { await hosted.session.retire() }
    scheduler.request(instance, .manual, now: .now())
    runDueUpdates()
    return count == decisions.count
  }

  /// How the board looks: its own theme, over that of config.toml.
  public var theme: Theme { file.theme.over(root.configuration.theme) }

  /// Changes the board file.
  public func edit(_ edit: BoardEdit) throws(BoardFileError) { try self.edit([edit]) }

  /// Changes the board file: all edits, or none.
  public func edit(_ edits: [BoardEdit]) throws(BoardFileError) {
    var edited = file
    try edited.apply(edits)
    use(edited)
  }

  /// Ends all workers and events.
  public func close() async {
    isClosed = true
    front?.end.cancel()
    alarm?.cancel()
    network?.stop()
    watcher.stop()
    socket?.stop()
    observation = nil
    for (instance, hosted) in instances {
      hosted.streams.close()
      await hosted.session.close()
      for waiter in hosted.waiters { waiter.resume() }
      instances[instance]?.waiters = []
    }
    keeper.close()
    try? root.services.snapshots.unregister(host: keeper.owner)
    inbox.finish()
    for reader in readers { reader.cancel() }
    events.finish()
  }

  // MARK: Parts

  func widget(_ id: String) -> BoardWidget? { widgets.first { $0.id == id } }

  /// Sends an event about an instance, once for each of its entries.
  func send(_ event: BoardEvent, of instance: String) {
    for id in instances[instance]?.entries ?? [] { events.send(event.about(id)) }
  }

  func change(_ id: String, _ body: (inout BoardWidget) -> Void) {
    guard let index = widgets.firstIndex(where: { $0.id == id }) else { return }
    let before = widgets[index]
    body(&widgets[index])
    if widgets[index] != before { events.send(.changed(widgets[index])) }
  }

  func changeEntries(of instance: String, _ body: (inout BoardWidget) -> Void) {
    for id in instances[instance]?.entries ?? [] { change(id, body) }
  }
}
