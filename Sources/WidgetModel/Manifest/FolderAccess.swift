/// The access to the files of a folder that the user has chosen: `access` of a setting of type `folder`.
public enum FolderAccess: String, Sendable, CaseIterable {
  case read
  /// Reading too.
  case write
}

/// A folder that the user has chosen, and what the widget requests to do there.
public struct ChosenFolderAccess: Sendable, Hashable {
  /// Absolute.
  public var path: String
  public var access: FolderAccess

  public init(path: String, access: FolderAccess) {
    self.path = path
    self.access = access
  }
}
