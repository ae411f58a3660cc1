extension HostTexts {
  static let german: TextTable = [
    // Ages.
    "just now": "gerade eben", "{n} s ago": "vor {n} s", "{n} min ago": "vor {n} min", "{n} h ago": "vor {n} Std.",
    "{n} d ago": .plural([.one: "vor {n} Tag", .other: "vor {n} Tagen"]),
    "{n} mo ago": .plural([.one: "vor {n} Monat", .other: "vor {n} Monaten"]),
    "{n} y ago": .plural([.one: "vor {n} Jahr", .other: "vor {n} Jahren"]),
    "{n} seconds ago": .plural([.one: "vor {n} Sekunde", .other: "vor {n} Sekunden"]),
    "{n} minutes ago": .plural([.one: "vor {n} Minute", .other: "vor {n} Minuten"]),
    "{n} hours ago": .plural([.one: "vor {n} Stunde", .other: "vor {n} Stunden"]),
    "{n} days ago": .plural([.one: "vor {n} Tag", .other: "vor {n} Tagen"]),
    "{n} months ago": .plural([.one: "vor {n} Monat", .other: "vor {n} Monaten"]),
    "{n} years ago": .plural([.one: "vor {n} Jahr", .other: "vor {n} Jahren"]),
    "{n} seconds": .plural([.one: "{n} Sekunde", .other: "{n} Sekunden"]),
    "{n} minutes": .plural([.one: "{n} Minute", .other: "{n} Minuten"]),
    "{n} hours": .plural([.one: "{n} Stunde", .other: "{n} Stunden"]),
    "{n} days": .plural([.one: "{n} Tag", .other: "{n} Tage"]),
    "{n} months": .plural([.one: "{n} Monat", .other: "{n} Monate"]),
    "{n} years": .plural([.one: "{n} Jahr", .other: "{n} Jahre"]),
    "Updated {age}": "Aktualisiert {age}",
    // Cards.
    "Nothing to show": "Nichts anzuzeigen", "No data yet": "Noch keine Daten", "{name}: nothing to show": "{name}: nichts anzuzeigen",
    "Show More": "Mehr anzeigen", "Show Less": "Weniger anzeigen", "no reason given": "ohne Angabe eines Grundes",
    "failed": "fehlgeschlagen", "not found": "nicht gefunden", "not readable": "nicht lesbar", "not loaded": "nicht geladen",
    "error in the script": "Fehler im Skript", "error in the view": "Fehler in der Ansicht",
    "wrong settings": "falsche Einstellungen", "not allowed": "nicht erlaubt", "crashed": "abgestürzt",
    "not stored": "nicht gespeichert", "internal error": "interner Fehler",
  ]
}
