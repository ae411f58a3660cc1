import NIOCore
import NIOSSL
import WidgetSystem

/// Certificates of private authorities that are trusted in addition to those of the system.
public struct TrustedCertificates: Sendable, Hashable {
  /// Why certificates could not be read.
  public enum Refusal: Error, Sendable, Equatable {
    /// The file cannot be read, with the system's reason.
    case unreadable(String)
    case tooLarge
    case noCertificate
    case damaged
  }

  /// A bundle of every public authority is a quarter of this.
  static let maximumFileBytes = 1 << 20

  let certificates: [NIOSSLCertificate]

  /// Only the system's.
  public static let system = TrustedCertificates()

  private init() { certificates = [] }

  /// Reads certificates in PEM form, one or more.
  public init(pem: [UInt8]) throws(Refusal) {
    guard String(decoding: pem, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else { throw .noCertificate }
    do { certificates = try NIOSSLCertificate.fromPEMBytes(pem) } catch { throw .damaged }
    guard !certificates.isEmpty else { throw .noCertificate }
  }

  /// Reads a PEM file.
  public init(file path: String) throws(Refusal) {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      bytes = try RegularFile.read(path, limit: Self.maximumFileBytes)
    } catch {
      switch error {
      case .system(let error): throw .unreadable("\(error)")
      case .notRegular, .severalLinks: throw .unreadable("it is not a regular file")
      case .tooLarge: throw .tooLarge
      }
    }
    try self.init(pem: bytes)
  }

  /// TLS 1.2 and 1.3, HTTP/2 where the server offers it (ALPN, RFC 9113 section 3.2). The chain is verified; whether the certificate is
  /// for the host, ``CertificateIdentity`` decides.
  func configuration() -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    configuration.minimumTLSVersion = .tlsv12
    // For the server's part of an orderly end, which nothing depends on.
    configuration.shutdownTimeout = .milliseconds(200)
    configuration.applicationProtocols = ["h2", "http/1.1"]
    if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
    return configuration
  }
}

extension TrustedCertificates.Refusal: CustomStringConvertible {
  /// What is wrong, after the name of the file.
  public var description: String {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLarge: "is larger than \(TrustedCertificates.maximumFileBytes >> 20) MiB"
    case .noCertificate: "has no certificate in PEM form (-----BEGIN CERTIFICATE-----)"
    case .damaged: "has a damaged certificate"
    }
  }
}
