import WidgetHelpers
import WidgetSystem

extension WidgetScript {
  /// The name of a file that's installed with luawidget, such as `widgets/disk.lua`; nil for any other file.
  public var installedName: String? {
    guard let folder = Self.installation, path.hasPrefix(folder + "/") else { return nil }
    let name = String(path.dropFirst(folder.count + 1))
    return ["widgets/", "examples/"].contains(where: name.hasPrefix) ? name : nil
  }

  /// The folder of installed data, without links, when the program started: an upgrade under a running host changes no identity.
  private static let installation: String? = InstalledFiles.folders.first.flatMap { folder in
    guard let real = realpath(folder, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
