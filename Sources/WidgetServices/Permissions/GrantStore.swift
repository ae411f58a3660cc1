/// What a person decided about one permission of one widget.
public struct GrantRecord: Sendable, Equatable {
  public var permission: Permission
  public var isAllowed: Bool
  /// Of `run`: the program's absolute path when it was allowed.
  public var program: String?

  public init(_ permission: Permission, isAllowed: Bool, program: String? = nil) {
    self.permission = permission
    self.isAllowed = isAllowed
    self.program = program
  }
}

/// A record and whom it is about.
public struct GrantEntry: Sendable, Equatable {
  /// The widget's id.
  public var widget: String
  public var record: GrantRecord

  public init(widget: String, record: GrantRecord) {
    self.widget = widget
    self.record = record
  }
}

/// Decisions about permissions, kept for the exact manifest that they were made for: another byte in it, and they count no more.
public protocol GrantStore: Sendable {
  /// - Parameter manifest: The whole manifest, encoded: compared byte for byte.
  func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord]

  /// Keeps decisions. Those that were made for another manifest of the same widget go.
  func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError)

  /// Everything, sorted by widget and permission.
  func list() throws(StoreError) -> [GrantEntry]

  /// - Parameters:
  ///   - widget: An id; nil for all.
  ///   - permission: nil for all.
  /// - Returns: How many decisions were forgotten.
  func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int
}

extension GrantStore {
  /// The other widgets that may use a group.
  public func users(ofGroup name: String, besides widget: String) throws(StoreError) -> [String] {
    try list().filter { $0.record.permission == .group(name) && $0.record.isAllowed && $0.widget != widget }.map(\.widget)
  }
}
