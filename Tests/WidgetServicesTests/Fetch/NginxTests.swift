import Foundation
import Testing
import WidgetTesting

@testable import WidgetServices

private let program = "/usr/sbin/nginx"

/// A real server that ends its connections early, where it is installed.
@Suite(.timeLimit(.minutes(2)), .enabled(if: FileManager.default.isExecutableFile(atPath: program)))
struct NginxTests {
  private static func configuration(_ folder: String, port: Int, http2: Bool) -> String {
    """
    daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/log;
    events { worker_connections 64; }
    http {
      access_log off; keepalive_requests 3; client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
      fastcgi_temp_path \(folder)/fastcgi; uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
      server {
        listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
        ssl_certificate \(SecureLoopback.folder)/loopback.pem; ssl_certificate_key \(SecureLoopback.folder)/loopback-key.pem;
        location / { return 200 "good"; }
      }
    }
    """
  }

  /// A port that was free a moment ago.
  private static func freePort() async throws -> Int {
    try await withLoopbackServer { $0.port }
  }

  @Test("a server that takes three requests per connection fails none of 200 fetches", arguments: [false, true])
  func keepAliveRequests(_ http2: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let port = try await Self.freePort()
    let file = folder.appending(path: "nginx.conf")
    try Self.configuration(folder.path, port: port, http2: http2).write(to: file, atomically: true, encoding: .utf8)
    let nginx = Process()
    nginx.executableURL = URL(filePath: program)
    nginx.arguments = ["-c", file.path, "-p", folder.path]
    nginx.standardError = FileHandle.nullDevice
    try nginx.run()
    defer {
      nginx.terminate()
      nginx.waitUntilExit()
    }
    let fetcher = NetworkFetcher(trust: try SecureLoopback.trust)
    let policy = NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(port)")].compactMap { $0 })
    let request = FetchRequest("https://127.0.0.1:\(port)/", timeout: 60)
    while nginx.isRunning, (try? await fetcher.fetch(request, policy: policy)) == nil {
      try await Task.sleep(for: .milliseconds(20))
    }
    for _ in 0..<60 { #expect(try await fetcher.fetch(request, policy: policy).body == Array("good".utf8)) }
    for _ in 0..<7 {
      for result in await fetcher.fetchAll([FetchRequest](repeating: request, count: 20), policy: policy) {
        #expect(try result.get().body == Array("good".utf8))
      }
    }
    await fetcher.shutdown()
  }
}
