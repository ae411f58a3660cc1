/// The user's decision about one permission of one widget.
public struct GrantRecord: Sendable, Equatable {
  public var permission: Permission
  public var isAllowed: Bool
  /// For `run`, the program's absolute path at the time it was allowed.
  public var program: String?

  public init(_ permission: Permission, isAllowed: Bool, program: String? = nil) {
    self.permission = permission
    self.isAllowed = isAllowed
    self.program = program
  }
}

/// A record and the widget that it belongs to.
public struct GrantEntry: Sendable, Equatable {
  /// The widget's id.
  public var widget: String
  public var record: GrantRecord

  public init(widget: String, record: GrantRecord) {
    self.widget = widget
    self.record = record
  }
}

/// Decisions about permissions. Each holds for the manifest that it was made for: any change to the manifest asks again.
public protocol GrantStore: Sendable {
  /// - Parameter manifest: The whole manifest, encoded: compared byte for byte.
  func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord]

  /// Stores decisions and drops those for another manifest of the same widget.
  func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError)

  /// Everything, sorted by widget and permission.
  func list() throws(StoreError) -> [GrantEntry]

  /// - Parameters:
  ///   - widget: An id; nil for all.
  ///   - permission: nil for all.
  /// - Returns: The number of decisions that were dropped.
  func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int
}

extension GrantStore {
  /// The other widgets that may use a group.
  public func users(ofGroup name: String, besides widget: String) throws(StoreError) -> [String] {
    try list().filter { $0.record.permission == .group(name) && $0.record.isAllowed && $0.widget != widget }.map(\.widget)
  }
}
