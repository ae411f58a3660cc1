import WidgetSystem

/// The descriptors 0, 1 and 2, which a parent may have closed.
enum StandardDescriptors {
  /// Opens those that are closed, before anything else opens a file: it would get their numbers, and output would be written into it.
  ///
  /// Reading then finds the end of a file, and writing fails as it does on a closed descriptor.
  static func reserve() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one.
      _ = Libc.open("/dev/null", O_RDONLY)
    }
  }
}
