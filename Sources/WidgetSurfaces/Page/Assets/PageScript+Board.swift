extension PageScript {
  /// The board as a whole: the window for the widgets' contexts, and cards that are added, removed and moved.
  static let board = #"""
      // The window's properties, for the widgets' contexts. The cookie is for the next time the page loads.
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const widths = [700, 1100, 1480, 1840, 2200].map((width) => matchMedia('(min-width: ' + width + 'px)'));
      const columns = () => ['one', 'two', 'three', 'four', 'five', 'six'][widths.filter((query) => query.matches).length];
      const theme = document.documentElement.dataset.theme;
      const appearance = () => theme || (dark.matches ? 'dark' : 'light');
      const view = () => 'columns=' + columns() + '&appearance=' + appearance();

      // The board itself changed: compare its cards with a new page.
      let loading = false;
      let again = false;
      // The card moved by a key, to announce its new place.
      let moved = null;
      const reload = async () => {
        if (loading) { again = true; return; }
        loading = true;
        newer.clear();
        try {
          const response = await fetch('/?' + view(), { headers: { accept: 'text/html' } });
          if (response.status === 401) { location.reload(); return; }
          if (!response.ok) return;
          const text = await response.text();
          // This page's policy allows only its own style elements, so add others as rules, not as an element.
          const [element, css] = /<style[^>]*>([^]*?)<\/style>/.exec(text);
          const page = new DOMParser().parseFromString(text.replace(element, () => ''), 'text/html');
          // Another theme replaces rules, so the page is loaded again.
          const look = (css) => css.split('\n').find((line) => line.startsWith(':root')) ?? '';
          if (page.documentElement.dataset.theme !== theme || look(css) !== look($('rules').textContent)) { location.reload(); return; }
          addRules(css);
          const next = page.getElementById('board');
          const hadFront = cards.querySelector('.card.front')?.dataset.widget;
          const focused = document.activeElement.closest?.('.card');
          const restore = focused && focusIn(focused);
          const id = focused && focused.dataset.widget;
          const scroll = window.scrollY;
          const list = next.querySelector('#cards');
          const olds = new Map(all().map((card) => [card.dataset.widget, card]));
          for (const card of list.querySelectorAll('.card')) {
            const old = olds.get(card.dataset.widget);
            if (!old) continue;
            const isKept = newer.has(card.dataset.widget) || old.outerHTML === card.outerHTML || old.contains(composing);
            if (isKept) card.replaceWith(document.adoptNode(old)); else keepDrafts(old, card);
          }
          cards.replaceChildren(...[...list.children].map((group) => document.adoptNode(group)));
          for (const element of [...$('board').children]) if (element !== cards) element.remove();
          let before = true;
          for (const element of [...next.children]) {
            if (element.id === 'cards') { before = false; continue; }
            if (before) cards.before(document.adoptNode(element)); else $('board').append(document.adoptNode(element));
          }
          document.body.dataset.serial = page.body.dataset.serial;
          document.body.dataset.context = page.body.dataset.context;
          const token = page.querySelector('#actions [name=token]').value;
          document.querySelector('#actions [name=token]').value = token;
          window.scrollTo({ top: scroll });
          if (restore) { const card = cardOf(id); if (card) restore()(card).focus({ preventScroll: true }); }
          const place = moved ? all().indexOf(cardOf(moved)) : -1;
          if (place >= 0) say(all()[place].querySelector('h2').textContent + ': ' + message.place.replace('{position}', digit(place + 1)).replace('{count}', digit(all().length)));
          moved = null;
          const front = cards.querySelector('.card.front');
          if (front && front.dataset.widget !== hadFront) front.scrollIntoView({ block: 'nearest' });
          tick();
          watchQuestions();
        } catch { /* The event stream tells when the server is there again. */ } finally {
          loading = false;
          if (again) { again = false; reload(); }
        }
      };
    """#
}
