/// The user's decision about one permission of one widget.
public struct GrantRecord: Sendable, Equatable {
  public var permission: Permission
  public var isAllowed: Bool
  /// The program's absolute path when `run` was allowed; nil for other permissions.
  public var program: String?

  public init(_ permission: Permission, isAllowed: Bool, program: String? = nil) {
    self.permission = permission
    self.isAllowed = isAllowed
    self.program = program
  }
}

/// A record and the widget it belongs to.
public struct GrantEntry: Sendable, Equatable {
  /// The widget's id.
  public var widget: String
  public var record: GrantRecord

  public init(widget: String, record: GrantRecord) {
    self.widget = widget
    self.record = record
  }
}

/// The state of a store of decisions: as long as it's equal, nobody has changed any.
public enum GrantRevision: Sendable, Equatable {
  case database(SQLiteConnection.Revision)
  case memory(Int)
}

/// Decisions about permissions. Each holds for the manifest it was made for: any change to the manifest asks again.
///
/// Other processes change them at any time, so running widgets read them again for each operation.
public protocol GrantStore: Sendable {
  /// - Parameter manifest: The whole encoded manifest, compared byte for byte.
  func decisions(of widget: String, manifest: [UInt8]) throws(StoreError) -> StoredDecisions

  /// A value to compare before reading decisions again.
  ///
  /// - Returns: nil if it isn't known, as without a file.
  func revision() throws(StoreError) -> GrantRevision?

  /// Stores decisions, dropping those for another manifest of the same widget.
  ///
  /// - Parameter revocations: The revocations so far when the user decided; a decision revoked since isn't stored. nil stores all.
  /// - Returns: The stored records.
  @discardableResult
  func remember(
    _ records: [GrantRecord], of widget: String, manifest: [UInt8], unlessRevokedSince revocations: Revocations?
  ) throws(StoreError) -> [GrantRecord]

  /// Everything, sorted by widget and permission.
  func list() throws(StoreError) -> [GrantEntry]

  /// Drops decisions, and ends what running programs were allowed without storing it: "this time", and `--allow`.
  ///
  /// - Parameters:
  ///   - widget: An id; nil for all.
  ///   - permission: nil for all.
  /// - Returns: How many stored decisions were dropped.
  func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int
}

extension GrantStore {
  public func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord] {
    try decisions(of: widget, manifest: manifest).records
  }

  public func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError) {
    try remember(records, of: widget, manifest: manifest, unlessRevokedSince: nil)
  }

  /// The other widgets allowed to use a group.
  public func users(ofGroup name: String, besides widget: String) throws(StoreError) -> [String] {
    try list().filter { $0.record.permission == .group(name) && $0.record.isAllowed && $0.widget != widget }.map(\.widget)
  }
}
