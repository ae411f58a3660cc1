// swift-tools-version: 6.1
import PackageDescription

// The ladder: a target imports only from rungs below it (Tests/WidgetModelTests/LadderTests.swift reads the imports).
// The worker (Sources/luawidget-worker, C) is built by the Makefile, not here: SwiftPM links the Swift runtime into every
// executable, which costs a C program that starts once per widget several times its own start-up.

let firstRungSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // For the order of functions in `quickStart`.
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release)),
]

let settings = firstRungSettings + [.enableUpcomingFeature("MemberImportVisibility")]

/// For a program that starts often and ends soon: what would be looked up in shared libraries is linked in (the Makefile lays the
/// archives into build/static), nothing is exported, and relocations are packed. Half of the time before `main` goes away. The functions
/// of a short run are next to each other, because the kernel maps 64 KiB around each one that is called.
let quickStart = [
  "-use-ld=lld", "-Lbuild/static", "-Xlinker", "--as-needed", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-Bsymbolic",
  "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--symbol-ordering-file=Scripts/startup-order.txt",
  "-Xlinker", "--no-warn-symbol-ordering",
]

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
]

/// What `luawidget` consists of, and most of `luawidget-commands`.
let program: [Target.Dependency] = [
  "WidgetSystem", "WidgetPainting", "WidgetModel", "WidgetServices", "WidgetFormats", "WidgetRendering", "WidgetEngine",
  "WidgetRuntime",
  "WidgetHost", "WidgetBars", "WidgetTerminal", "WidgetLive",
]

func rung(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The first target imports the C library. A type of it belongs to whichever C module includes its header first (pthread_t to Dispatch's,
/// for example), which depends on the order of the build, so this target does not check who imports the members.
func firstRung(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: firstRungSettings)
}

/// Libraries of the system that only the painter links.
func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// Libraries of the system that `luawidget` links, by their module maps. On Linux no search path may come before the one of the archives,
/// and pkg-config names the system's own.
func linked(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  #if os(Linux)
    .systemLibrary(name: name, providers: [.apt([apt])])
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
  products: [
    .executable(name: "luawidget", targets: ["luawidget"]),
    .executable(name: "luawidget-commands", targets: ["luawidget-commands"]),
    .executable(name: "luawidget-fetcher", targets: ["luawidget-fetcher"]),
    .executable(name: "luawidget-painter", targets: ["luawidget-painter"]),
    .executable(name: "luawidget-server", targets: ["luawidget-server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    firstRung("WidgetSystem", ["CLinux"]),
    rung("WidgetModel", ["WidgetSystem"]),
    rung("WidgetSQLite", ["CSQLite"]),
    .target(
      name: "WidgetDigest", dependencies: ["CMessageDigest"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("md", .when(platforms: [.linux]))]),
    rung(
      "WidgetServices",
      [
        "WidgetSystem", "WidgetModel", "WidgetDigest", "WidgetSQLite",
      ]),
    rung("WidgetFormats", ["WidgetSystem", "WidgetModel", "CExpat", "CIconv", "CToml"]),
    rung("WidgetRendering", ["WidgetSystem", "WidgetModel"]),
    rung("WidgetEngine", ["WidgetSystem", "WidgetModel"]),
    rung("WidgetPainting", ["WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetEngine"]),
    rung("WidgetWindowing", ["WidgetSystem", "WidgetModel", "WidgetEngine", "WidgetPainting"]),
    rung(
      "WidgetDesktop",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetRendering", "WidgetEngine", "WidgetPainting", "WidgetWindowing",
        "WidgetRuntime", "WidgetHost",
      ]),
    rung("WidgetNotifying", ["WidgetSystem", "WidgetModel", "WidgetServices", "WidgetEngine"]),
    rung("WidgetFetching", ["WidgetSystem", "WidgetModel", "WidgetServices", "WidgetEngine"]),
    rung(
      "WidgetTransport",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetEngine", "WidgetFetching", "WidgetEventLoop", "CBrotli", "CZlib",
        "CLinux",
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
      ] + nio),
    .executableTarget(
      name: "luawidget-fetcher", dependencies: ["WidgetSystem", "WidgetTransport"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(quickStart, .when(platforms: [.linux], configuration: .release))]),
    rung("WidgetEventLoop", [.product(name: "NIOCore", package: "swift-nio")]),
    rung("WidgetServing", ["WidgetSystem", "WidgetModel", "WidgetEngine"]),
    rung(
      "WidgetHTTP",
      [
        "WidgetSystem", "WidgetModel", "WidgetEngine", "WidgetServing", "WidgetEventLoop", "CLinux",
        .product(name: "HummingbirdCore", package: "hummingbird"),
      ] + nio),
    .executableTarget(
      name: "luawidget-server", dependencies: ["WidgetSystem", "WidgetHTTP"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(quickStart, .when(platforms: [.linux], configuration: .release))]),
    rung(
      "WidgetRuntime",
      ["CLocales", "WidgetSystem", "WidgetModel", "WidgetDigest", "WidgetServices", "WidgetFormats", "WidgetEngine"]),
    rung(
      "WidgetHost",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetFormats", "WidgetRendering", "WidgetEngine", "WidgetFetching",
        "WidgetNotifying", "WidgetRuntime",
      ]),
    rung(
      "WidgetServer",
      [
        "WidgetSystem", "WidgetModel", "WidgetDigest", "WidgetServices", "WidgetFormats", "WidgetRendering", "WidgetEngine",
        "WidgetPainting", "WidgetServing", "WidgetRuntime", "WidgetHost",
      ]),
    rung(
      "WidgetBars",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetFormats", "WidgetRendering", "WidgetEngine", "WidgetRuntime",
        "WidgetHost",
      ]),
    rung("WidgetTerminal", ["WidgetSystem", "WidgetModel", "WidgetRendering"]),
    rung(
      "WidgetLive",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetFormats", "WidgetRendering", "WidgetEngine", "WidgetPainting",
        "WidgetRuntime", "WidgetHost", "WidgetTerminal",
      ]),
    system("CPango", "pangocairo", apt: "libpango1.0-dev", brew: "pango"),
    system("CPixbuf", "gdk-pixbuf-2.0", apt: "libgdk-pixbuf-2.0-dev", brew: "gdk-pixbuf"),
    system("CChafa", "chafa", apt: "libchafa-dev", brew: "chafa"),
    linked("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
    linked("CExpat", "expat", apt: "libexpat1-dev", brew: "expat"),
    linked("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    linked("CBrotli", "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
    .systemLibrary(name: "CIconv"),
    .systemLibrary(name: "CLinux"),
    .target(name: "CLocales"),
    // SHA-256, SHA-1 and MD5: CommonCrypto on macOS.
    .systemLibrary(name: "CMessageDigest", providers: [.apt(["libmd-dev"])]),
    // toml++ consists of headers. Neither exceptions nor type information are linked.
    .target(
      name: "CToml",
      cxxSettings: [
        .unsafeFlags(["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]),
        .unsafeFlags(["-I/opt/homebrew/include", "-I/usr/local/include"], .when(platforms: [.macOS])),
      ]),
    rung(
      "WidgetPainter",
      [
        "WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetEngine", "WidgetPainting", "CPango", "CPixbuf", "CChafa",
        "CZlib", "CLinux",
      ]),
    .executableTarget(name: "luawidget-painter", dependencies: ["WidgetPainter"], swiftSettings: settings),
    rung("WidgetCommands", program),
    .executableTarget(
      name: "luawidget",
      dependencies: ["WidgetCommands", "WidgetServing", "WidgetServer", "WidgetWindowing", "WidgetDesktop"] + program,
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(quickStart, .when(platforms: [.linux], configuration: .release))]),
    .executableTarget(
      name: "luawidget-commands",
      dependencies: [
        "WidgetCommands", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + program,
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(quickStart, .when(platforms: [.linux], configuration: .release))]),
    rung(
      "WidgetTesting",
      [
        "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetRendering", "WidgetEngine", "WidgetRuntime", "WidgetHost",
        "WidgetTerminal",
      ] + nio),

    .executableTarget(
      name: "RenderingBenchmark", dependencies: ["WidgetModel", "WidgetRendering"], path: "Benchmarks/Rendering",
      swiftSettings: settings),
    .executableTarget(
      name: "UpdateBenchmark",
      dependencies: [
        "WidgetModel", "WidgetServices", "WidgetRendering", "WidgetEngine", "WidgetRuntime", "WidgetHost", "WidgetTesting",
      ], path: "Benchmarks/Updates", swiftSettings: settings),

    tests("WidgetSystemTests", ["WidgetSystem"]),
    tests("WidgetSQLiteTests", ["WidgetSQLite", "WidgetSystem"]),
    tests("WidgetDigestTests", ["WidgetDigest"]),
    tests("WidgetModelTests", ["WidgetSystem", "WidgetModel", "WidgetTesting"]),
    // Writes into stores until a test kills it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["WidgetSystem", "WidgetServices", "WidgetModel"], path: "Tests/StoreWriter",
      swiftSettings: settings),
    tests("WidgetServicesTests", ["WidgetSystem", "WidgetSQLite", "WidgetServices", "WidgetTesting", "StoreWriter"]),
    tests(
      "WidgetTransportTests",
      [
        "luawidget-fetcher", "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetEngine", "WidgetFetching", "WidgetTransport",
        "WidgetTesting",
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ] + nio, exclude: ["Fixtures"]),
    tests("WidgetFormatsTests", ["WidgetFormats", "WidgetModel", "WidgetTesting"], exclude: ["Feed/Fixtures"]),
    tests("WidgetRenderingTests", ["WidgetRendering", "WidgetTesting"], exclude: ["Fixtures", "Golden"]),
    tests("WidgetEngineTests", ["WidgetSystem", "WidgetEngine", "WidgetModel", "WidgetTesting"], exclude: ["Fixtures"]),
    tests("WidgetRuntimeTests", ["WidgetSystem", "WidgetRuntime", "WidgetFormats", "WidgetTesting"], exclude: ["Format/ICU"]),
    tests(
      "WidgetHostTests",
      ["WidgetSystem", "WidgetHost", "WidgetModel", "WidgetEngine", "WidgetRuntime", "WidgetServices", "WidgetTesting"]),
    tests(
      "WidgetPainterTests",
      [
        "luawidget-painter", "WidgetPainter", "WidgetPainting", "WidgetEngine", "WidgetModel", "WidgetRendering", "WidgetTesting",
        "CZlib",
      ],
      exclude: ["Golden", "Snapshots"]),
    tests(
      "WidgetServingTests",
      ["luawidget-server", "WidgetServing", "WidgetEngine", "WidgetSystem", "WidgetModel", "WidgetTesting"]),
    tests(
      "WidgetServerTests",
      [
        "luawidget-server", "luawidget-painter", "WidgetServer", "WidgetServing", "WidgetHost", "WidgetSystem", "WidgetModel",
        "WidgetPainting", "WidgetServices", "WidgetRendering", "WidgetRuntime", "WidgetTesting",
      ]),
    tests(
      "WidgetBarsTests",
      [
        "WidgetSystem", "WidgetBars", "WidgetModel", "WidgetServices", "WidgetRendering", "WidgetRuntime", "WidgetHost",
        "WidgetTesting",
      ]),
    tests(
      "WidgetWindowingTests",
      ["WidgetSystem", "WidgetModel", "WidgetEngine", "WidgetPainting", "WidgetWindowing", "WidgetTesting"]),
    tests(
      "WidgetDesktopTests",
      [
        "luawidget-painter", "WidgetSystem", "WidgetDesktop", "WidgetWindowing", "WidgetModel", "WidgetServices",
        "WidgetPainting",
        "WidgetRendering", "WidgetRuntime", "WidgetHost", "WidgetTesting",
      ]),
    tests("WidgetTerminalTests", ["WidgetSystem", "WidgetModel", "WidgetTerminal", "WidgetTesting"]),
    tests(
      "WidgetLiveTests",
      [
        "luawidget-painter", "WidgetSystem", "WidgetLive", "WidgetModel", "WidgetServices", "WidgetPainting", "WidgetRendering",
        "WidgetHost", "WidgetRuntime", "WidgetTerminal", "WidgetTesting",
      ]),
    tests(
      "CommandTests",
      [
        "luawidget-fetcher", "luawidget-painter", "WidgetBars", "WidgetCommands", "WidgetSQLite", "WidgetSystem", "WidgetTesting",
        "WidgetRuntime",
        "WidgetModel",
        "WidgetPainting", "WidgetTerminal",
      ],
      exclude: ["Mistakes"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The desktop shows windows, by GTK. Nothing else links it.
#if os(Linux)
  package.products.append(.executable(name: "luawidget-desktop", targets: ["luawidget-desktop"]))
  package.targets += [
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk+-3.0 gtk-layer-shell-0", providers: [.apt(["libgtk-3-dev", "libgtk-layer-shell-dev"])]),
    rung(
      "WidgetWindows",
      [
        "CGtk", "WidgetSystem", "WidgetModel", "WidgetRendering", "WidgetEngine", "WidgetPainting", "WidgetPainter",
        "WidgetWindowing",
      ]),
    .executableTarget(
      name: "luawidget-desktop", dependencies: ["WidgetSystem", "WidgetWindows"], swiftSettings: settings),
    // The real program, without a display.
    tests(
      "WidgetWindowsTests",
      ["luawidget-desktop", "WidgetSystem", "WidgetModel", "WidgetWindowing", "WidgetTesting"]),
  ]
#endif

// The notifier speaks D-Bus, by libsystemd. Nothing else links it.
#if os(Linux)
  package.products.append(.executable(name: "luawidget-notifier", targets: ["luawidget-notifier"]))
  package.targets += [
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    rung(
      "WidgetNotifications",
      ["CSystemd", "CLinux", "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetEngine", "WidgetNotifying"]),
    .executableTarget(
      name: "luawidget-notifier", dependencies: ["WidgetSystem", "WidgetNotifications"], swiftSettings: settings),
    tests(
      "WidgetNotificationsTests",
      [
        "luawidget-notifier", "CSystemd", "WidgetSystem", "WidgetModel", "WidgetServices", "WidgetNotifying",
        "WidgetNotifications",
        "WidgetTesting",
      ]),
  ]
#endif
