/// Files that a widget may not write, because something would run them.
enum ExecutableFile {
  /// The ends of the names of programs, of scripts, and of files that desktops, services and tools obey.
  private static let extensions = Set(
    """
    app appimage automount awk bash bat bzl cjs class cmake cmd com command cpl csh cts dart deb desktop dll docm dylib el elc exe fish
    flatpakref gem go gradle groovy hta inf jar jl js jse ksh kts lnk lua luac m4 mjs mk mount mts nix msi nu path php pif pl plist pm ps1
    psm1 pth py pyc pyw pyz r rb reg rpm rs run scpt scr service sh slice snap so socket swift tcl terminal timer target toml ts url vbe
    vbs vim webloc workflow wsf xlsm xpi zsh
    """.split(whereSeparator: \.isWhitespace).map { String($0) })
  /// Whole names of such files.
  private static let names = Set(
    """
    authorized_keys bashrc brewfile build cmakelists.txt configure containerfile crontab docker-compose.yaml docker-compose.yml dockerfile
    gemfile gitconfig gnumakefile jenkinsfile justfile makefile meson.build package.json pkgbuild procfile profile rakefile sconstruct
    setup.cfg snakefile taskfile.yaml taskfile.yml tasks.json tiltfile tox.ini vagrantfile workspace wscript
    """.split(whereSeparator: \.isWhitespace).map { String($0) })
  private static let starts: [[UInt8]] = [
    Array("#!".utf8), Array("MZ".utf8), Array("<?php".utf8), [0x7F] + Array("ELF".utf8), [0x1B] + Array("Lua".utf8),
    Array("[Desktop Entry]".utf8), Array("[Unit]".utf8), Array("[Service]".utf8), Array("\0asm".utf8), [0xCA, 0xFE, 0xBA, 0xBE],
    [0xFE, 0xED, 0xFA], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
  ]

  /// Why a file can't be written; nil if it can.
  static func problem(name: String, _ bytes: [UInt8]) -> String? {
    // Some file systems drop what's at the end.
    let name = String(name.lowercased().reversed().drop { $0 == "." || $0.isWhitespace }.reversed())
    let endings = name.split(separator: ".").dropFirst().map { String($0) }
    // `libx.so.1` too.
    let isProgram = endings.last.map(extensions.contains) == true || endings.contains("so") || names.contains(name)
    let text = bytes.prefix(64).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard isProgram || Self.starts.contains(where: { bytes.starts(with: $0) || text.starts(with: $0) }) else { return nil }
    return "programs and scripts can't be written"
  }
}
