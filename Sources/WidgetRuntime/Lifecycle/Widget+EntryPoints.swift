import WidgetModel

extension Widget {
  /// Checks the entry points defined by the script.
  func checkGlobals(_ loaded: LuaValue) throws(Failure) {
    for entryPoint in EntryPoint.all {
      let type = loaded[entryPoint.name].string ?? "nil"
      guard type == "nil" || type == "function" else {
        throw Failure(
          .load, "\(entryPoint.name) must be a function, got \(type)", at: definition(of: entryPoint.name),
          remedy: "write function \(entryPoint.name)(...) ... end")
      }
    }
    if let scheme = session.manifest.urlSchemes.first, loaded["on_open"].string != "function" {
      throw Failure(
        .load, "url_schemes has \(scheme.quoted), but \(script.chunkName) does not define on_open",
        remedy: "add: function on_open(url) end")
    }
    if let category = session.categories.keys.sorted().first, loaded["on_notification"].string != "function" {
      throw Failure(
        .load, "notify.category registers \(category.quoted), but \(script.chunkName) does not define on_notification",
        remedy: "add: function on_notification(event) end")
    }
    guard loaded["perform_update"].string == "function" || loaded["content"].string == "function" else {
      throw Failure(
        .load, "\(script.chunkName) defines neither content nor perform_update",
        remedy: "add: function content(context) return ui.text \"Hello\" end")
    }
  }

  /// The first line assigning a global.
  private func definition(of name: String) -> SourceLocation? {
    let source = LuaSource(String(decoding: script.source, as: UTF8.self))
    let line = source.code.firstIndex {
      $0.hasPrefix(name) && $0.dropFirst(name.count).drop(while: \.isWhitespace).hasPrefix("=")
    }
    return line.map { SourceLocation(file: script.chunkName, line: $0 + 1) }
  }
}
