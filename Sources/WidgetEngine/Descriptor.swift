#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
