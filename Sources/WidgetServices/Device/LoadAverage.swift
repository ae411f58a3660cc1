/// The number of processes that ran or waited to run, averaged over minutes.
public struct LoadAverage: Sendable, Equatable {
  public var one: Double
  public var five: Double
  public var fifteen: Double
  /// Processor cores that are online: a load equal to this uses all of them.
  public var cores: Int

  public init(one: Double, five: Double, fifteen: Double, cores: Int) {
    self.one = one
    self.five = five
    self.fifteen = fifteen
    self.cores = cores
  }
}
