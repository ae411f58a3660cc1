extension PageScript {
  /// The beginning: colours of settings, how cards close up, and dates that tick.
  static let start = #"""
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
      // A setting that has an effect only with another one's value.
      for (const setting of document.querySelectorAll('[data-needs]')) {
        const [id, value] = setting.dataset.needs.split(/=(.*)/s);
        const other = document.getElementById(id);
        if (!other) continue;
        const text = () => other.type === 'checkbox' ? String(other.checked) : other.value;
        const show = () => { setting.hidden = value === undefined ? ['', 'false'].includes(text()) : text() !== value; };
        show();
        other.addEventListener('input', show);
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

      // The words of this page's language: ages, messages, digits.
      const words = (document.body.dataset.words ?? '').split('|');
      const message = { blocked: words[7], reconnecting: words[8], renewed: words[9], offline: words[10], place: words[11] };
      const digits = [...(words[12] ?? '0123456789')];
      const digit = (n) => String(n).replace(/[0-9]/g, (d) => digits[d]);

      // Dates tick as the server writes them.
      const day = (t) => Math.round(Date.UTC(t.getFullYear(), t.getMonth(), t.getDate()) / 864e5);
      const amount = (d) => {
        const s = Math.abs(d);
        if (s < 86400) return s < 60 ? [s, 0] : s < 3600 ? [Math.floor(s / 60), 1] : [Math.floor(s / 3600), 2];
        const now = new Date(), then = new Date(now.getTime() + d * 1000), [a, b] = d > 0 ? [now, then] : [then, now];
        const days = Math.max(1, day(b) - day(a));
        const months = (b.getFullYear() - a.getFullYear()) * 12 + b.getMonth() - a.getMonth() - (b.getDate() < a.getDate() ? 1 : 0);
        return days < 61 ? [days, 3] : months < 24 ? [Math.max(1, months), 4] : [Math.floor(months / 12), 5];
      };
      const unit = (d) => amount(d)[0] + ' ' + ['s', 'min', 'h', 'd', 'mo', 'y'][amount(d)[1]];
      const age = (d) => words[1 + amount(d)[1]].replace('{n}', digit(amount(d)[0]));
      const two = (n) => String(n).padStart(2, '0');
      const timer = (s) => s < 3600 ? Math.floor(s / 60) + ':' + two(s % 60)
        : Math.floor(s / 3600) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60);
      const english = document.documentElement.lang.startsWith('en');
      const dateText = (style, moment) => {
        const delta = moment - Date.now() / 1000;
        const d = Math.sign(delta) * Math.round(Math.abs(delta));
        switch (style) {
          case 'age': return d > -5 ? words[0] : age(d);
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
    """#
}
