/// The events of a session, for any number of readers.
public typealias SessionEvents = EventReaders<SessionEvent>
