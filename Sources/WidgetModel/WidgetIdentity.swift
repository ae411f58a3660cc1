/// A widget's identity. Stores use ``id`` as the key of the script's own data and ``instance`` for data that depends on the settings.
public struct WidgetIdentity: Sendable, Equatable, Hashable, Codable {
  /// The file's stem and a hash of its path: two `flight.lua` in two folders never share a store. An entry of a board with an explicit
  /// `id` has that instead of the stem, and it is a part of what is hashed.
  public var id: String
  /// `id`, and a hash of the settings that differ from their defaults. Snapshots and cached values belong to an instance, because
  /// flight LY315 differs from flight LY316; defaults belong to the `id`.
  public var instance: String
  /// The manifest's name, else the file's stem.
  public var name: String
  public var icon: String?
  /// The absolute path of the script. Not encoded: it says where the user keeps files, and another machine has other paths.
  public var path: String?

  public init(id: String, instance: String, name: String, icon: String? = nil, path: String? = nil) {
    self.id = id
    self.instance = instance
    self.name = name
    self.icon = icon
    self.path = path
  }

  private enum CodingKeys: String, CodingKey { case id, instance, name, icon }
}

extension WidgetIdentity: FieldCoded {
  public init() { self.init(id: "", instance: "", name: "") }

  /// Without the path, which has a column.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&id)
    coder.code(&instance)
    coder.code(&name)
    coder.code(&icon)
  }
}
