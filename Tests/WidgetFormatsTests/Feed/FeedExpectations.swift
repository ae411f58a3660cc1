/// The expected contents of the fixtures, in the format of `FeedReaderTests`.
enum FeedExpectations {
  static let all: [(String, String)] = [
    ("rss-2.0.xml", rss2), ("rss-0.91.xml", rss091), ("rss-0.92.xml", rss092), ("rss-1.0.rdf", rss1), ("rss-0.90.rdf", rss090),
    ("atom-1.0.xml", atom1), ("atom-0.3.xml", atom03), ("feed-1.json", json1), ("feed-1.1.json", json11),
  ]

  private static let rss2 = """
    title: Café & Harbour
    url: https://harbour.example/
    description: All the news
    updated: 1795262400.0
    image: https://harbour.example/news/logo.png
    -
      title: 1 < 2 — and so on
      url: https://harbour.example/news/one.html
      id: id-1
      author: Ann
      summary: First Second line
      content: <p>The <b>whole</b> text</p>
      published: 1795262400.0
      updated: 1795262400.0
      image: https://harbour.example/news/t.jpg
      categories: Sea | Food & Drink
      enclosure: https://harbour.example/news/a.mp3 audio/mpeg 1234
      enclosure: https://harbour.example/news/b.jpg image/jpeg
    -
      url: https://harbour.example/two
      id: https://harbour.example/two
      author: Bob
      published: 1795132800.0
      image: https://harbour.example/news/v.png
    -
      url: https://harbour.example/news/three
      author: Cleo
      summary: Only é
      content: Only &eacute;
      image: https://cdn.example/e.png
    """

  private static let rss091 = """
    title: Old news
    url: http://old.example/
    description: Since 1999
    updated: 931168800.0
    image: http://old.example/i.gif
    -
      title: Façade
      url: http://old.example/1
      summary: One.
      content: One.
    -
      title: Second
      url: http://old.example/2
    """

  private static let rss092 = """
    title: Radio
    url: http://radio.example/
    -
      summary: No title, only words.
      content: No title, only words.
      categories: weblog
      enclosure: http://radio.example/x.mp3 audio/mpeg 99
    """

  private static let rss1 = """
    title: RDF
    url: http://one.example/
    description: Triples
    updated: 1795262400.0
    image: http://one.example/i.png
    -
      title: First
      url: http://one.example/1
      id: http://one.example/1
      author: Dora
      summary: About it
      content: About it
      published: 1795176000.0
      categories: graphs
    """

  private static let rss090 = """
    title: Ninety
    url: http://ninety.example/
    description: Very old
    image: http://ninety.example/i.gif
    -
      title: Item
      url: http://ninety.example/1
    """

  private static let atom1 = """
    title: Notes & queries
    url: https://notes.example/blog/
    description: a <b> c
    updated: 1795262400.0
    image: https://notes.example/logo.png
    -
      title: Less is more
      url: https://notes.example/blog/2026/more.html
      id: tag:notes.example,2026:more
      author: Eve
      summary: Plain <b> words
      content: <p title="a &quot;b&quot;">One<br>two &amp; three</p><img src="p.png">
      published: 1795176000.5
      updated: 1795258800.0
      categories: Style & form | short
      enclosure: https://notes.example/blog/2026/more.mp3 audio/mpeg 5000000000
    -
      title: Text with <tags>
      url: https://other.example/2
      id: 2
      author: The editors
      content: 1 &lt; 2
      image: https://i.example/2.jpg
    -
      title: Video
      id: 3
      author: The editors
      summary: See it
    """

  private static let atom03 = """
    title: Old étoile
    url: http://three.example/
    description: once
    updated: 1073012645.0
    -
      title: Entry
      url: http://three.example/1
      id: tag:three.example,2004:1
      author: Fay
      content: <p>Hi</p>
      published: 1072944000.0
      updated: 1073001600.0
    """

  private static let json1 = """
    title: Json "One"
    url: https://json.example/
    image: https://notes.example/f.ico
    -
      url: https://json.example/7
      id: 7
      author: Gus
      content: a &lt; b
      published: 1795262400.0
    -
      title: Two lines
      id: 8
      author: Gus
      content: <p>h</p>
      categories: a | b
    """

  private static let json11 = """
    title: Eleven
    description: d
    image: https://json.example/i.png
    -
      url: https://out.example/
      id: 1
      author: Hal
      summary: s😀
      updated: 1795266000.0
      image: https://json.example/1.png
      enclosure: https://json.example/1.m4a audio/x-m4a 89970236
    """
}
