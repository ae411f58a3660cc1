/// A dictionary for a few entries, in insertion order.
///
/// Short runs use it instead of `Dictionary`, whose metadata needs each key type's conformance to `Hashable`: the runtime
/// searches all conformances of the program for it, which takes longer than everything else done with the dictionary. For the
/// same reason this type requires nothing of its keys.
public struct AssociationList<Key, Value>: ExpressibleByDictionaryLiteral {
  public private(set) var entries: [(key: Key, value: Value)]

  public init() { entries = [] }
  public init(dictionaryLiteral elements: (Key, Value)...) {
    entries = []
    entries.reserveCapacity(elements.count)
    for element in elements { entries.append(element) }
  }

  public var isEmpty: Bool { entries.isEmpty }
  public var keys: [Key] { entries.map(\.key) }
  public var values: [Value] { entries.map(\.value) }

  public func filter(_ isIncluded: (_ key: Key, _ value: Value) -> Bool) -> Self {
    var list = self
    list.entries.removeAll { !isIncluded($0.key, $0.value) }
    return list
  }
}

extension AssociationList where Key: Equatable {
  /// Setting nil removes the entry.

  public subscript(key: Key) -> Value? {
    get { index(of: key).map { entries[$0].value } }
    set { set(newValue, for: key) }
  }

  /// A loop: in a short run even the metadata of an iterator counts.
  private func index(of key: Key) -> Int? {
    var index = 0
    while index < entries.count {
      if entries[index].key == key { return index }
      index += 1
    }
    return nil
  }

  mutating func set(_ value: Value?, for key: Key) {
    switch (index(of: key), value) {
    case (let index?, let value?): entries[index].value = value
    case (let index?, nil): entries.remove(at: index)
    case (nil, let value?): entries.append((key, value))
    case (nil, nil): break
    }
  }
}

extension AssociationList: Sendable where Key: Sendable, Value: Sendable {}

/// Order doesn't matter.
extension AssociationList: Equatable where Key: Equatable, Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.entries.count == right.entries.count && left.entries.allSatisfy { right[$0.key] == $0.value }
  }
}
