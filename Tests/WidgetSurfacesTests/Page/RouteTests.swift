import Testing
import WidgetRendering
import WidgetSurfaces

@Suite struct RouteTests {
  @Test(arguments: [
    ("GET", "/", Route.board), ("HEAD", "/", .board), ("GET", "/widgets/disk.png", .card(id: "disk", .png)),
    ("GET", "/widgets/a%20b.html", .card(id: "a b", .html)), ("POST", "/tap", .tap), ("GET", "/settings", .settings),
    ("POST", "/settings", .changeSettings), ("GET", "/healthz", .health),
  ])
  func finds(_ method: String, _ path: String, _ route: Route) throws { #expect(try Route(method: method, path: path) == route) }

  @Test func findsItsFiles() throws {
    #expect(Assets.all.count == 6)
    for name in Assets.all.keys { #expect(try Route(method: "GET", path: "/assets/\(name)") == .asset(name)) }
  }

  @Test("a GET changes nothing: the paths of forms have no GET")
  func formsNeedPOST() {
    for path in ["/tap", "/refresh", "/move", "/hide", "/mode", "/remove", "/permissions", "/access/key", "/logout"] {
      #expect(throws: Route.Failure.methodNotAllowed(allowed: "POST")) { try Route(method: "GET", path: path) }
    }
  }

  @Test(arguments: [
    "/etc/passwd", "/assets/", "/assets/../board.css", "/widgets/", "/widgets/.png", "/widgets/a/b.png", "/widgets/a.exe",
    "/widgets/a%00.png",
    "/widgets/%zz.png", "/%2e%2e/", "//",
  ])
  func knowsNoOtherPath(_ path: String) {
    #expect(throws: Route.Failure.notFound) { try Route(method: "GET", path: path) }
  }

  @Test func refusesOtherMethods() {
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "get", "X"] {
      #expect(throws: Route.Failure.methodNotAllowed(allowed: "GET, HEAD")) { try Route(method: method, path: "/") }
    }
  }
}
