extension PageScript {
  /// Cards replaced by newer ones: what you focus, type and see moving stays.
  static let replacement = #"""
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
    """#
}
