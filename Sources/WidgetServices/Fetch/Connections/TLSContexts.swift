import NIOSSL
import Synchronization

/// TLS contexts, made once: reading the system's authorities takes milliseconds, in which no other connection is served.
enum TLSContexts {
  private static let contexts = Mutex<[TrustedCertificates: NIOSSLContext]>([:])

  static func context(for trust: TrustedCertificates) throws -> NIOSSLContext {
    try contexts.withLock { contexts in
      if let context = contexts[trust] { return context }
      let context = try NIOSSLContext(configuration: trust.configuration())
      contexts[trust] = context
      return context
    }
  }
}
