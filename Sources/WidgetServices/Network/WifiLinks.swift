#if os(Linux)
  import WidgetSystem

  /// The Wi-Fi networks that interfaces are connected to, from the kernel (nl80211 by way of generic netlink).
  enum WifiLinks {
    struct Link: Equatable {
      var ssid: String?
      /// 0...1.
      var strength: Double?
    }

    /// The networks by interface; none without Wi-Fi.
    static func current() -> [String: Link] {
      guard let socket = NetlinkSocket() else { return [:] }
      defer { socket.close() }
      let controller = socket.ask(
        family: NetlinkMessage.controller, command: 3, [(2, Array("nl80211".utf8) + [0])], isList: false)
      guard let family = controller.first?.attribute(1)?.number(UInt16.self) else { return [:] }
      var links: [String: Link] = [:]
      for reply in socket.ask(family: family, command: 5, [], isList: true) {
        guard let (index, name, ssid) = interface(reply) else { continue }
        let stations = socket.ask(family: family, command: 17, [(3, NetlinkMessage.bytes(of: index))], isList: true)
        links[name] = Link(ssid: ssid, strength: stations.compactMap(signal).first.map(strength))
      }
      return links
    }

    /// NL80211_ATTR_IFINDEX, _IFNAME and _SSID of an interface; nil if it isn't connected.
    static func interface(_ message: NetlinkMessage) -> (index: UInt32, name: String, ssid: String)? {
      guard let index = message.attribute(3)?.number(UInt32.self), let name = message.attribute(4)?.text,
        let ssid = message.attribute(52).flatMap({ NetworkConnection.ssid(Array($0.bytes)) })
      else { return nil }
      return (index, name, ssid)
    }

    /// NL80211_STA_INFO_SIGNAL of a station, in dBm.
    static func signal(_ message: NetlinkMessage) -> Int? {
      message.attribute(21)?.attribute(7)?.bytes.first.map { Int(Int8(bitPattern: $0)) }
    }

    /// NetworkManager counts the same way: -20 dBm is 1, -90 dBm 0.3.
    static func strength(_ decibels: Int) -> Double { min(max(1 - 0.7 * Double(-20 - min(decibels, 0)) / 70, 0), 1) }
  }

  /// Attributes of a generic netlink message, or of one of its attributes (netlink(7)).
  struct NetlinkMessage {
    static let controller: UInt16 = 16
    private static let headerBytes = 20

    let bytes: ArraySlice<UInt8>

    /// Splits what one read returned into the attributes of its messages.
    ///
    /// - Returns: Also whether it ends a list, or is an error.
    static func messages(_ bytes: [UInt8]) -> (messages: [NetlinkMessage], isLast: Bool) {
      var found: [NetlinkMessage] = []
      var rest = bytes[...]
      while rest.count >= 16 {
        guard let length = NetlinkMessage(bytes: rest.prefix(4)).number(UInt32.self).map(Int.init),
          let type = NetlinkMessage(bytes: rest.dropFirst(4).prefix(2)).number(UInt16.self), length >= 16, length <= rest.count
        else { return (found, true) }
        // NLMSG_ERROR and NLMSG_DONE.
        if type == 2 || type == 3 { return (found, true) }
        if length >= headerBytes { found.append(NetlinkMessage(bytes: rest.prefix(length).dropFirst(headerBytes))) }
        rest = rest.dropFirst((length + 3) / 4 * 4)
      }
      return (found, false)
    }

    /// A request with these attributes.
    static func request(family: UInt16, command: UInt8, _ attributes: [(UInt16, [UInt8])], isList: Bool) -> [UInt8] {
      var body: [UInt8] = []
      for (type, value) in attributes {
        body += NetlinkMessage.bytes(of: UInt16(truncatingIfNeeded: value.count + 4)) + NetlinkMessage.bytes(of: type) + value
        body += Array(repeating: 0, count: (4 - value.count % 4) % 4)
      }
      // NLM_F_REQUEST, NLM_F_DUMP
      let flags: UInt16 = isList ? 0x301 : 1
      return NetlinkMessage.bytes(of: UInt32(truncatingIfNeeded: body.count + headerBytes)) + NetlinkMessage.bytes(of: family)
        + NetlinkMessage.bytes(of: flags) + NetlinkMessage.bytes(of: UInt32(1)) + [0, 0, 0, 0] + [command, 1, 0, 0] + body
    }

    static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    func attribute(_ wanted: UInt16) -> NetlinkMessage? {
      var rest = bytes
      while rest.count >= 4 {
        guard let length = NetlinkMessage(bytes: rest.prefix(2)).number(UInt16.self).map(Int.init),
          let type = NetlinkMessage(bytes: rest.dropFirst(2).prefix(2)).number(UInt16.self), length >= 4, length <= rest.count
        else { return nil }
        // Without the flags for nested attributes and byte order.
        if type & 0x3FFF == wanted { return NetlinkMessage(bytes: rest.prefix(length).dropFirst(4)) }
        rest = rest.dropFirst((length + 3) / 4 * 4)
      }
      return nil
    }

    func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
      guard bytes.count == MemoryLayout<Number>.size else { return nil }
      var number: Number = 0
      withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: bytes) }
      return number
    }

    /// Text that ends with a zero.
    var text: String? { String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// A socket for questions to the kernel.
  private struct NetlinkSocket {
    private let descriptor: Int32

    init?() {
      descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), Int32(16))
      guard descriptor >= 0 else { return nil }
      var time = timeval(tv_sec: 1, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    func close() { Libc.close(descriptor) }

    func ask(family: UInt16, command: UInt8, _ attributes: [(UInt16, [UInt8])], isList: Bool) -> [NetlinkMessage] {
      let request = NetlinkMessage.request(family: family, command: command, attributes, isList: isList)
      guard send(descriptor, request, request.count, 0) == request.count else { return [] }
      var replies: [NetlinkMessage] = []
      var buffer = [UInt8](repeating: 0, count: 32 << 10)
      // A machine has a handful of Wi-Fi interfaces.
      for _ in 0..<64 {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        let (messages, isLast) = NetlinkMessage.messages(Array(buffer.prefix(count)))
        replies += messages
        if isLast || !isList { break }
      }
      return replies
    }
  }
#endif
