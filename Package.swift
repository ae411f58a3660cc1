// swift-tools-version: 6.1
import PackageDescription

// The ladder: a target imports only from rungs below it (Tests/WidgetModelTests/LadderTests.swift reads the imports).
// The worker (Sources/luawidget-worker, C) is built by the Makefile, not here: SwiftPM links the Swift runtime into every
// executable, which costs a C program that starts once per widget several times its own start-up.

let firstRungSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // `quickStart` orders the functions.
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release)),
]

let settings = firstRungSettings + [.enableUpcomingFeature("MemberImportVisibility")]

/// For what is installed: without Swift's regular expressions, which are a megabyte in a program. WidgetSystem has what we need.
let installed: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
]

/// Linker flags for a program that starts often and ends soon: they link libraries statically (the Makefile puts the archives
/// into build/static) and export nothing, which halves the time before `main`. The functions a short run calls are next to each
/// other, because the kernel maps 64 KiB around each one. Relocations aren't packed: programs with packed ones need glibc 2.36.
let quickStart = [
  "-use-ld=lld", "-Lbuild/static", "-Xlinker", "--as-needed", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-Bsymbolic",
  "-Xlinker", "--icf=all", "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T", "-Xlinker", "Scripts/no-unwinding.ld",
  "-Xlinker", "--symbol-ordering-file=Scripts/startup-order.txt",
  "-Xlinker", "--no-warn-symbol-ordering",
]

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
]

/// All targets in `luawidget`, and most of those in `luawidget-commands`.
let host: [Target.Dependency] = [
  "WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetRendering", "WidgetHelpers", "WidgetGraphics", "WidgetServices",
  "WidgetRuntime", "WidgetHost", "WidgetSurfaces",
]

/// Compiled for size in a release.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// - Parameter isSmall: Whether it's compiled for size: it's in `luawidget` and in `luawidget-commands`, and seldom what takes time.
func rung(
  _ name: String, _ dependencies: [Target.Dependency], isSmall: Bool = false, linking: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings + installed + (isSmall ? small : []), linkerSettings: linking)
}

/// - Parameters:
///   - isQuick: Whether it starts often and ends soon.
///   - isSmall: Whether its own code is compiled for size: it spends its time waiting, or runs once for a person.
func program(_ name: String, _ dependencies: [Target.Dependency], isQuick: Bool = false, isSmall: Bool = false) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies,
    swiftSettings: settings + installed + (isSmall ? small : []),
    linkerSettings: isQuick ? [.unsafeFlags(quickStart, .when(platforms: [.linux], configuration: .release))] : [])
}

/// The first target imports the C library. A C type belongs to whichever C module includes its header first (pthread_t to
/// Dispatch's, for example), which depends on the build order, so this target doesn't check member imports.
func firstRung(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: firstRungSettings + installed)
}

/// A system library only the painter links.
func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// A system library `luawidget` links through its module map. On Linux no search path may come before the archives' one, and
/// pkg-config would add the system's.
func linked(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  #if os(Linux)
    .systemLibrary(name: name, path: "Sources/C/\(name)", providers: [.apt([apt])])
  #else
    system(name, pkgConfig, apt: apt, brew: brew)
  #endif
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "luawidget",
  platforms: [.macOS(.v15)],
  // Scripts/package-versions.txt lists the packages these depend on; `make lint` compares both with the resolved versions.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  ],
  targets: [
    firstRung("WidgetSystem", ["CLinux", "COldGlibc"]),
    rung("WidgetModel", ["WidgetSystem", "CLocales"]),
    rung("WidgetFormats", ["WidgetSystem", "WidgetModel", "CCharacters", "CToml"], isSmall: true),
    rung("WidgetRendering", ["WidgetSystem", "WidgetModel"]),
    rung("WidgetHelpers", ["WidgetSystem", "WidgetModel"]),
    rung("WidgetGraphics", ["WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetHelpers"], isSmall: true),
    rung(
      "WidgetServices", ["WidgetSystem", "WidgetModel", "WidgetHelpers", "CMessageDigest", "CSQLite"],
      isSmall: true, linking: [.linkedLibrary("md", .when(platforms: [.linux]))]),
    rung(
      "WidgetRuntime", ["WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetHelpers", "WidgetServices", "CLocales"]),
    rung(
      "WidgetHost",
      [
        "WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetRendering", "WidgetHelpers", "WidgetServices", "WidgetRuntime",
        "CLinux",
      ], isSmall: true),
    rung(
      "WidgetSurfaces",
      [
        "WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetRendering", "WidgetHelpers", "WidgetGraphics", "WidgetServices",
        "WidgetRuntime", "WidgetHost",
      ], isSmall: true),
    rung("WidgetCommands", host + ["CBuild"]),
    program("luawidget", ["WidgetCommands"] + host, isQuick: true),
    program(
      "luawidget-commands",
      ["WidgetCommands", .product(name: "ArgumentParser", package: "swift-argument-parser")] + host, isQuick: true, isSmall: true),

    // The helpers.
    program(
      "luawidget-fetcher",
      [
        "WidgetSystem", "WidgetModel", "WidgetHelpers", "WidgetServices", "CBrotli", "CLinux", "CZlib",
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ] + nio, isQuick: true),
    program(
      "luawidget-server",
      [
        "WidgetSystem", "WidgetHelpers", "CLinux",
      ] + nio, isQuick: true),
    rung(
      "WidgetPainter",
      [
        "WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetHelpers", "WidgetGraphics", "CChafa", "CLinux", "CPango",
        "CPixbuf",
        "CZlib",
      ]),
    program("luawidget-painter", ["WidgetPainter"]),

    rung(
      "WidgetTesting",
      [
        "WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetRendering", "WidgetHelpers", "WidgetServices", "WidgetRuntime",
        "WidgetHost", "WidgetSurfaces",
      ] + nio),

    // C libraries.
    system("CPango", "pangocairo", apt: "libpango1.0-dev", brew: "pango"),
    system("CPixbuf", "gdk-pixbuf-2.0", apt: "libgdk-pixbuf-2.0-dev", brew: "gdk-pixbuf"),
    system("CChafa", "chafa", apt: "libchafa-dev", brew: "chafa"),
    linked("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
    linked("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    linked("CBrotli", "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CBuild", path: "Sources/C/CBuild"),
    .target(name: "COldGlibc", path: "Sources/C/COldGlibc"),
    .target(name: "CLocales", path: "Sources/C/CLocales"),
    .target(name: "CCharacters", path: "Sources/C/CCharacters"),
    // SHA-256, SHA-1 and MD5: CommonCrypto on macOS.
    .systemLibrary(name: "CMessageDigest", path: "Sources/C/CMessageDigest", providers: [.apt(["libmd-dev"])]),
    // toml++ is header-only. Neither exceptions nor type information are linked.
    .target(
      name: "CToml", path: "Sources/C/CToml",
      cxxSettings: [
        .unsafeFlags(["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]),
        .unsafeFlags(["-I/opt/homebrew/include", "-I/usr/local/include"], .when(platforms: [.macOS])),
      ]),

    .executableTarget(
      name: "RenderingBenchmark", dependencies: ["WidgetModel", "WidgetRendering"], path: "Benchmarks/Rendering",
      swiftSettings: settings),
    .executableTarget(
      name: "UpdateBenchmark",
      dependencies: [
        "WidgetModel", "WidgetServices", "WidgetRendering", "WidgetHelpers", "WidgetRuntime", "WidgetHost", "WidgetTesting",
      ], path: "Benchmarks/Updates", swiftSettings: settings),

    tests("WidgetSystemTests", ["WidgetSystem"]),
    tests("WidgetModelTests", ["WidgetSystem", "WidgetModel", "WidgetFormats", "WidgetTesting"]),
    tests("WidgetFormatsTests", ["WidgetSystem", "WidgetFormats", "WidgetModel", "WidgetTesting"], exclude: ["Feed/Fixtures"]),
    tests("WidgetRenderingTests", ["WidgetRendering", "WidgetTesting"], exclude: ["Fixtures", "Golden"]),
    tests(
      "WidgetHelpersTests", ["luawidget-server", "WidgetSystem", "WidgetModel", "WidgetHelpers", "WidgetTesting"],
      exclude: ["Fixtures"]),
    tests("WidgetGraphicsTests", ["WidgetSystem", "WidgetModel", "WidgetHelpers", "WidgetGraphics", "WidgetTesting"]),
    // Writes into stores until a test kills it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["WidgetSystem", "WidgetServices", "WidgetModel"], path: "Tests/StoreWriter",
      swiftSettings: settings),
    tests("WidgetServicesTests", ["WidgetSystem", "WidgetModel", "WidgetServices", "WidgetTesting", "StoreWriter"]),
    tests("WidgetRuntimeTests", ["WidgetSystem", "WidgetRuntime", "WidgetFormats", "WidgetTesting"], exclude: ["Format/ICU"]),
    tests(
      "WidgetHostTests",
      ["WidgetSystem", "WidgetHost", "WidgetModel", "WidgetHelpers", "WidgetRuntime", "WidgetServices", "WidgetTesting"]),
    tests(
      "WidgetSurfacesTests",
      [
        "luawidget-painter", "luawidget-server", "WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetHelpers",
        "WidgetGraphics",
        "WidgetServices", "WidgetRuntime", "WidgetHost", "WidgetSurfaces", "WidgetTesting",
      ]),
    tests(
      "FetcherTests",
      [
        "luawidget-fetcher", "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetHelpers", "WidgetTesting",
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ] + nio, exclude: ["Fixtures"]),
    tests(
      "WidgetPainterTests",
      [
        "luawidget-painter", "WidgetPainter", "WidgetGraphics", "WidgetHelpers", "WidgetModel", "WidgetRendering",
        "WidgetTesting",
        "CZlib",
      ],
      exclude: ["Golden", "Snapshots"]),
    tests(
      "CommandTests",
      [
        "luawidget", "luawidget-commands", "luawidget-fetcher", "luawidget-painter", "WidgetSurfaces", "WidgetCommands",
        "WidgetServices", "WidgetSystem", "WidgetTesting", "WidgetRuntime", "WidgetModel", "WidgetGraphics",
      ],
      exclude: ["Mistakes", "Stores"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The desktop shows windows with GTK and draws their cards with the painter's library. The notifier speaks D-Bus through
// libsystemd. Nothing else links these libraries.
#if os(Linux)
  package.targets += [
    .systemLibrary(
      name: "CGtk", path: "Sources/C/CGtk", pkgConfig: "gtk+-3.0 gtk-layer-shell-0",
      providers: [.apt(["libgtk-3-dev", "libgtk-layer-shell-dev"])]),
    .systemLibrary(name: "CSystemd", path: "Sources/C/CSystemd", providers: [.apt(["libsystemd-dev"])]),
    program(
      "luawidget-desktop",
      ["WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetHelpers", "WidgetGraphics", "WidgetPainter", "CGtk"],
      isSmall: true),
    program(
      "luawidget-notifier",
      ["WidgetSystem", "WidgetModel", "WidgetHelpers", "WidgetServices", "CLinux", "CSystemd"], isSmall: true),
    // The real program, without a display.
    tests("DesktopTests", ["luawidget-desktop", "WidgetSystem", "WidgetModel", "WidgetGraphics", "WidgetTesting"]),
    tests(
      "NotifierTests",
      ["luawidget-notifier", "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetTesting", "CSystemd"]),
  ]
#endif
