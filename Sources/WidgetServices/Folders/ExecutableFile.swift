/// Files that a widget may not write, because something would run them.
enum ExecutableFile {
  /// The ends of the names of programs, of scripts, and of files that desktops and services obey.
  private static let extensions: Set<String> = [
    "app", "appimage", "automount", "bash", "bat", "cmd", "com", "command", "cpl", "csh", "dart", "deb", "desktop", "dll",
    "dylib",
    "exe", "fish", "flatpakref", "gem", "go", "hta", "jar", "js", "jse", "ksh", "lnk", "lua", "m4", "mjs", "mount", "msi", "nu",
    "path",
    "php", "pif", "pl", "plist", "ps1", "psm1", "py", "pyc", "pyw", "pyz", "r", "rb", "reg", "rpm", "run", "scpt", "scr",
    "service", "sh",
    "slice", "snap", "so", "socket", "swift", "tcl", "timer", "target", "ts", "url", "vbe", "vbs", "vim", "webloc", "workflow",
    "wsf",
    "xpi", "zsh",
  ]
  /// Names without one.
  private static let names: Set<String> = [
    "makefile", "gnumakefile", "justfile", "dockerfile", "containerfile", "rakefile", "gemfile", "vagrantfile", "jenkinsfile",
    "procfile",
    "crontab", "authorized_keys",
  ]

  /// Why a file can't be written; nil if it can.
  static func problem(name: String, _ bytes: [UInt8]) -> String? {
    let name = name.lowercased()
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    if extensions.contains(ending) || names.contains(name) { return "programs and scripts can't be written" }
    let starts: [[UInt8]] = [Array("#!".utf8), [0x7F] + Array("ELF".utf8), Array("MZ".utf8), Array("[Desktop Entry]".utf8)]
    return starts.contains { bytes.starts(with: $0) } ? "programs and scripts can't be written" : nil
  }
}
