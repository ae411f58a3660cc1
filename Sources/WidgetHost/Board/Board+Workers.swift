extension Board {
  /// The workers that are alive: of widgets that update, and of those whose variables matter since a tap.
  public var workerCount: Int {
    get async {
      var count = 0
      for hosted in instances.values where await hosted.session.isReady { count += 1 }
      return count
    }
  }
}
