/// The limit on open files (`ulimit -n`, RLIMIT_NOFILE).
public enum DescriptorLimit {
  /// Whether this process can open this many more files. Where the limit is high, this costs one system call.
  public static func allows(_ count: Int) -> Bool {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limits) == 0, limits.rlim_cur < 256 else { return true }
    var opened: [Int32] = []
    defer { for descriptor in opened { Libc.close(descriptor) } }
    for _ in 0..<count {
      let descriptor = Libc.open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}
