/// The page's script. It works on what the server sent: without it, everything but live updates still works.
enum PageScript {
  static let text = #"""
    'use strict';
    (() => {
      const board = document.body.dataset.page === 'board';
      const begin = document.getElementById('begin');
      if (begin) { begin.submit(); return; }
      // A colour is text, because it may be a name; the picker is for the others.
      for (const picker of document.querySelectorAll('input[type=color][for]')) {
        const text = document.getElementById(picker.getAttribute('for'));
        const show = () => {
          const named = [...(text.list ? text.list.options : [])].find((option) => option.value === text.value);
          const value = named && named.dataset.color || text.value;
          if (/^#[0-9a-f]{6}$/i.test(value)) picker.value = value;
        };
        show();
        picker.hidden = false;
        text.addEventListener('input', show);
        picker.addEventListener('input', () => { text.value = picker.value; });
      }
      if (!board) return;
      const $ = (id) => document.getElementById(id);
      const cards = $('cards');
      const status = $('status');
      const rules = new CSSStyleSheet();
      const known = new Set();
      document.adoptedStyleSheets = [rules];

      const all = () => [...cards.querySelectorAll('.card')];

      // Show Less is of use only where a compact card would hide something. Show More stays: a script may have more to show than
      // its compact view lets on.
      const compactHeight = 110;
      const disclose = (card) => {
        const button = card.querySelector(':scope>header>.disclosure.less');
        if (!button) return;
        const view = card.querySelector(':scope>.content');
        button.hidden = !view || view.getBoundingClientRect().height <= compactHeight + 1;
      };

      // Cards close up: each takes as many small rows as it is high. Cards whose rows are in the style sheet have a fixed height.
      const sizes = new ResizeObserver((entries) => {
        for (const { target } of entries) {
          disclose(target);
          const list = target.parentElement && getComputedStyle(target.parentElement);
          const row = list ? parseFloat(list.gridAutoRows) : 0;
          if (!row) continue;
          // Columns have the same space below a card as beside it. A custom property isn't resolved, so it must be a length.
          const below = parseFloat(list.getPropertyValue('--below')) || parseFloat(list.columnGap) || 0;
          const height = target.getBoundingClientRect().height + below;
          target.style.gridRowEnd = 'span ' + Math.ceil(height / row - .01);
        }
      });
      const fixed = '.cells>.one-cell,.cells>.two-cells';
      const pack = () => { for (const card of all()) if (!card.matches(fixed)) sizes.observe(card); };
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.removedNodes) {
          if (node.nodeType !== 1) continue;
          for (const card of node.matches('.card') ? [node] : node.querySelectorAll('.card')) sizes.unobserve(card);
        }
        pack();
      }).observe(cards, { childList: true, subtree: true });
      cards.classList.add('packed');
      pack();

      const tab = Math.random().toString(36).slice(2) + Date.now().toString(36);
      const say = (text) => { if (status.textContent !== text) status.textContent = text; };

      // Dates tick as the server writes them.
      const day = (t) => Math.round(Date.UTC(t.getFullYear(), t.getMonth(), t.getDate()) / 864e5);
      const unit = (d) => {
        const s = Math.abs(d);
        if (s < 86400) return s < 60 ? s + ' s' : s < 3600 ? Math.floor(s / 60) + ' min' : Math.floor(s / 3600) + ' h';
        const now = new Date(), then = new Date(now.getTime() + d * 1000), [a, b] = d > 0 ? [now, then] : [then, now];
        const days = Math.max(1, day(b) - day(a));
        const months = (b.getFullYear() - a.getFullYear()) * 12 + b.getMonth() - a.getMonth() - (b.getDate() < a.getDate() ? 1 : 0);
        return days < 61 ? days + ' d' : months < 24 ? Math.max(1, months) + ' mo' : Math.floor(months / 12) + ' y';
      };
      const two = (n) => String(n).padStart(2, '0');
      const timer = (s) => s < 3600 ? Math.floor(s / 60) + ':' + two(s % 60)
        : Math.floor(s / 3600) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
      const english = document.documentElement.lang.startsWith('en');
      const dateText = (style, moment) => {
        const delta = moment - Date.now() / 1000;
        const d = Math.sign(delta) * Math.round(Math.abs(delta));
        switch (style) {
          case 'age': return d > -5 ? 'just now' : unit(d) + ' ago';
          case 'relative': return !english ? null : d === 0 ? 'now' : d > 0 ? 'in ' + unit(d) : unit(d) + ' ago';
          case 'offset': return !english ? null : (d < 0 ? '-' : '+') + unit(d);
          case 'timer': return (d < 0 ? '-' : '') + timer(Math.abs(d));
          case 'elapsed': return timer(Math.max(0, -d));
          case 'remaining': return timer(Math.max(0, d));
          default: return null;
        }
      };
      const tick = () => {
        for (const element of document.querySelectorAll('time[data-moment]')) {
          const text = dateText(element.dataset.style, Number(element.dataset.moment));
          // A card of a fixed size has a line inside.
          const lines = element.querySelectorAll('.line');
          const line = lines.length ? lines[0] : element;
          if (text !== null && lines.length < 2 && line.textContent !== text) line.textContent = text;
        }
      };
      let ticking = 0;
      const startTicking = () => {
        clearInterval(ticking);
        if (document.hidden) return;
        tick();
        ticking = setInterval(tick, 1000);
      };
      document.addEventListener('visibilitychange', startTicking);
      startTicking();

      const addRules = (text) => {
        for (const line of text.split('\n')) {
          if (!line || known.has(line)) continue;
          known.add(line);
          rules.insertRule(line, rules.cssRules.length);
        }
      };

      // The focused control keeps the focus when its card is replaced: by its id, else by its position among the controls.
      const controls = (card) => [...card.querySelectorAll('a[href],button,summary,input:not([type=hidden]),textarea,[tabindex="0"]')];
      const focusIn = (card) => {
        const active = document.activeElement;
        if (!card.contains(active)) return null;
        if (active === card) return () => (next) => next;
        const id = active.dataset.id;
        const index = controls(card).indexOf(active);
        const path = active.getAttribute('formaction');
        // A date has no selection.
        const caret = active.dataset.control && active.selectionStart !== null ? [active.selectionStart, active.selectionEnd] : null;
        return () => (next) => {
          const all = controls(next);
          const byID = id && all.find((control) => control.dataset.id === id);
          const same = all[index] && all[index].getAttribute('formaction') === path ? all[index] : null;
          const found = byID || same || next;
          if (caret && found.dataset.control) found.setSelectionRange(...caret);
          return found;
        };
      };
      const cardOf = (id) => all().find((card) => card.dataset.widget === id);
      const parse = (html) => {
        const template = document.createElement('template');
        template.innerHTML = html;
        return template.content.firstElementChild;
      };
      // Views with a transition, by id or by position; a view that changed gets a class that animates it.
      const moving = '[data-transition],[data-content-transition]';
      const showChanges = (old, next) => {
        const key = (view, index) => view.dataset.id || index;
        const before = new Map([...old.querySelectorAll(moving)].map((view, index) => [key(view, index), view.outerHTML]));
        [...next.querySelectorAll(moving)].forEach((view, index) => {
          if (before.get(key(view, index)) !== view.outerHTML) view.classList.add('changed');
        });
      };
      // Text fields, by id or by position. What the user is typing stays; what was submitted doesn't.
      const fields = (card) => [...card.querySelectorAll('.field [data-control]')];
      const keepDrafts = (old, next) => {
        const before = fields(old);
        const olds = new Map(before.map((field, index) => [field.dataset.id || index, field]));
        fields(next).forEach((field, index) => {
          const draft = olds.get(field.dataset.id || index);
          if (!draft || draft.submitted || draft.value === draft.defaultValue) return;
          field.value = draft.value;
        });
      };
      // An input method's text would be lost with its field.
      let composing = null;
      document.addEventListener('compositionstart', (event) => { composing = event.target; });
      document.addEventListener('compositionend', () => {
        composing = null;
        for (const late of waiting.splice(0)) late();
      });
      const waiting = [];
      const replace = (old, next) => {
        if (composing && old.contains(composing)) {
          waiting.push(() => { const now = cardOf(next.dataset.widget); if (now) replace(now, next); });
          return;
        }
        keepDrafts(old, next);
        const find = focusIn(old);
        const open = old.querySelector('.menu[open]') !== null;
        showChanges(old, next);
        const scrolls = [...old.querySelectorAll('pre')].map((element) => element.scrollLeft);
        old.replaceWith(next);
        if (open) next.querySelector('.menu')?.setAttribute('open', '');
        next.querySelectorAll('pre').forEach((element, index) => { element.scrollLeft = scrolls[index] || 0; });
        if (find) find()(next).focus({ preventScroll: true });
      };
      // The cards that changed after the newest page was requested: the page may have older versions.
      const newer = new Set();
      const showCard = ({ id, html, css }) => {
        newer.add(id);
        addRules(css);
        const old = cardOf(id);
        const next = parse(html);
        if (old && next) replace(old, next);
        tick();
        watchQuestions();
      };

      // A click just after a card's questions change was meant for whatever was there before. The server has the same rule, minus
      // the time on the network.
      const questions = new Map();
      const watchQuestions = () => {
        for (const card of all()) {
          const text = card.querySelector('.permissions')?.textContent ?? '';
          if (questions.get(card.dataset.widget)?.text === text) continue;
          questions.set(card.dataset.widget, { text, since: performance.now() });
        }
      };
      const isTooEarly = (button) => {
        const card = button.closest('.permissions')?.closest('.card');
        return card && performance.now() - (questions.get(card.dataset.widget)?.since ?? 0) < 500;
      };
      watchQuestions();

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
          if (place >= 0) say(all()[place].querySelector('h2').textContent + ': ' + (place + 1) + ' of ' + all().length);
          moved = null;
          tick();
          watchQuestions();
        } catch { /* The event stream tells when the server is there again. */ } finally {
          loading = false;
          if (again) { again = false; reload(); }
        }
      };

      // Taps and all other buttons.
      const send = async (path, name, value, more = {}) => {
        const body = new URLSearchParams();
        body.set('token', document.querySelector('#actions [name=token]').value);
        body.set(name, value);
        for (const [key, text] of Object.entries(more)) body.set(key, text);
        body.set('tab', tab);
        try {
          const response = await fetch(path, { method: 'POST', body, headers: { accept: 'application/json' } });
          if (response.status === 401) location.reload();
          else if (response.status === 403) { await reload(); say('The page was renewed. Try again.'); }
          else if (!response.ok) say((await response.text()).slice(0, 200));
          else {
            const result = response.status === 204 ? {} : await response.json();
            if (result.location) location.assign(result.location);
          }
        } catch { say('Not connected'); }
      };
      // A text field: Enter submits it, and what's typed is sent a few times a second.
      const submitField = (field) => {
        clearTimeout(field.typing);
        field.typing = 0;
        field.submitted = 'submits' in field.dataset;
        send('/tap', 'control', field.dataset.control, { text: field.value });
      };
      document.addEventListener('keydown', (event) => {
        const field = event.target;
        if (event.key !== 'Enter' || !field.dataset?.control || event.isComposing) return;
        // In a text of several lines, Enter is a line feed.
        if (field.localName === 'textarea' && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        submitField(field);
      });
      document.addEventListener('input', (event) => {
        const field = event.target;
        if (!field.dataset?.control) return;
        field.submitted = false;
        if (!('typing' in field.dataset) || field.typing) return;
        field.typing = setTimeout(() => {
          field.typing = 0;
          // The card may have been replaced meanwhile.
          const now = field.isConnected ? field : document.activeElement;
          if (now.dataset?.control) send('/tap', 'control', now.dataset.control, { text: now.value, typing: '1' });
        }, 150);
      });
      document.addEventListener('change', (event) => {
        const field = event.target;
        if (field.dataset?.control && ['date', 'time', 'datetime-local'].includes(field.type) && field.value) submitField(field);
      });
      document.addEventListener('click', (event) => {
        const field = event.target.closest?.('.field .go')?.parentElement.querySelector('[data-control]');
        if (!field) return;
        event.preventDefault();
        submitField(field);
      });
      document.addEventListener('submit', (event) => {
        const button = event.submitter;
        if (!button || event.target.id !== 'actions') return;
        event.preventDefault();
        if (isTooEarly(button)) return;
        button.closest('.menu')?.removeAttribute('open');
        send(new URL(button.formAction).pathname, button.name, button.value);
      });
      document.addEventListener('click', (event) => {
        for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(event.target)) menu.removeAttribute('open');
      });

      // Keys: Alt with an arrow moves the card, arrows go from card to card, r refreshes, Escape closes a menu.
      document.addEventListener('keydown', (event) => {
        const card = event.target.closest?.('.card');
        if (event.key === 'Escape') {
          const menu = document.querySelector('.menu[open]');
          if (menu) { menu.removeAttribute('open'); menu.querySelector('summary').focus(); }
          return;
        }
        if (!card || event.ctrlKey || event.metaKey || event.target.dataset.control) return;
        const up = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
        const down = event.key === 'ArrowDown' || event.key === 'ArrowRight';
        if (event.altKey && (up || down)) {
          event.preventDefault();
          moved = card.dataset.widget;
          send('/move', 'card', moved + (up ? ' up' : ' down'));
        } else if (event.target === card && (up || down)) {
          const next = all()[all().indexOf(card) + (up ? -1 : 1)];
          if (next) { event.preventDefault(); next.focus(); }
        } else if (event.target === card && event.key === 'r') send('/refresh', 'widget', card.dataset.widget);
      });

      // Dragging a card by its header.
      let lifted = null;
      cards.addEventListener('dragstart', (event) => {
        lifted = event.target.closest?.('.card');
        if (!lifted) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        lifted.classList.add('lifted');
      });
      const mark = (card) => { for (const other of all()) other.classList.toggle('target', other === card && other !== lifted); };
      cards.addEventListener('dragover', (event) => {
        if (!lifted) return;
        event.preventDefault();
        mark(event.target.closest?.('.card'));
      });
      cards.addEventListener('drop', (event) => {
        const target = event.target.closest?.('.card');
        if (!lifted || !target || target === lifted) return;
        event.preventDefault();
        const index = all().indexOf(target);
        send('/place', 'card', lifted.dataset.widget + ' ' + index);
      });
      cards.addEventListener('dragend', () => { lifted?.classList.remove('lifted'); lifted = null; mark(null); });

      const addLine = (html) => {
        const drawer = $('console');
        if (!drawer) return;
        const list = drawer.querySelector('ol');
        const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
        list.append(parse(html));
        while (list.children.length > 300) list.firstElementChild.remove();
        if (atEnd) list.scrollTop = list.scrollHeight;
      };

      // Notifications, if the user wants them in this browser.
      const bell = $('notify');
      const notifies = () => 'Notification' in window && Notification.permission === 'granted' && localStorage.getItem('notify') === '1';
      const showBell = () => bell.setAttribute('aria-pressed', String(notifies()));
      if ('Notification' in window && window.isSecureContext) {
        bell.hidden = false;
        showBell();
        bell.addEventListener('click', async () => {
          if (notifies()) localStorage.removeItem('notify');
          else if (await Notification.requestPermission() === 'granted') localStorage.setItem('notify', '1');
          else say('This browser blocks notifications of this page.');
          showBell();
          connect();
        });
      }
      const shown = new Map();
      const notify = ({ key, title, body, widget }) => {
        shown.get(key)?.close();
        const notification = new Notification(title, { body, tag: key, icon: document.querySelector('link[rel=icon]').href });
        shown.set(key, notification);
        notification.addEventListener('close', () => shown.delete(key));
        notification.addEventListener('click', () => {
          notification.close();
          window.focus();
          const card = cardOf(widget);
          if (card) { card.scrollIntoView({ block: 'nearest' }); card.focus(); }
        });
      };

      // Events from the server.
      let source = null;
      let wasConnected = false;
      const connect = () => {
        source?.close();
        const context = columns() + '-' + appearance();
        document.cookie = 'luawidget-view-' + location.port + '=' + context + '; Path=/; SameSite=Strict; Max-Age=31536000';
        source = new EventSource('/events?' + view() + '&shown=' + document.body.dataset.context + '&tab=' + tab + (notifies() ? '&notify=1' : '') + '&since=' + document.body.dataset.serial);
        document.body.dataset.context = context;
        source.addEventListener('open', () => { if (wasConnected) { say(''); reload(); } wasConnected = true; });
        source.addEventListener('card', (event) => showCard(JSON.parse(event.data)));
        source.addEventListener('board', reload);
        source.addEventListener('line', (event) => addLine(JSON.parse(event.data).html));
        source.addEventListener('url', (event) => {
          const { url } = JSON.parse(event.data);
          if (navigator.userActivation?.isActive) window.open(url, '_blank', 'noopener');
        });
        source.addEventListener('notify', (event) => notify(JSON.parse(event.data)));
        source.addEventListener('withdraw', (event) => shown.get(JSON.parse(event.data).key)?.close());
        source.addEventListener('say', (event) => say(JSON.parse(event.data).text));
        source.addEventListener('error', () => {
          say('Reconnecting');
          if (source.readyState === EventSource.CLOSED) setTimeout(() => { reload(); connect(); }, 2000);
        });
      };
      for (const query of [dark, ...widths]) query.addEventListener('change', connect);
      connect();
    })();

    """#
}
