extension PageScript {
  /// Taps, fields, keys and dragging.
  static let input = #"""
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
          else if (response.status === 403) { await reload(); say(message.renewed); }
          else if (!response.ok) say((await response.text()).slice(0, 200));
          else {
            const result = response.status === 204 ? {} : await response.json();
            if (result.location) location.assign(result.location);
          }
        } catch { say(message.offline); }
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
    """#
}
