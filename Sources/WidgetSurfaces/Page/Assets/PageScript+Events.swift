extension PageScript {
  /// Notifications, the events of the server, and the end.
  static let events = #"""
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
          else say(message.blocked);
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

      // Browsers have a clipboard for pages with a secure address only; the older command works elsewhere, but not without a tap.
      const copy = async (text) => {
        try { await navigator.clipboard.writeText(text); return; } catch {}
        const field = document.createElement('textarea');
        field.value = text;
        field.readOnly = true;
        field.className = 'unseen';
        const focused = document.activeElement;
        document.body.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
        focused?.focus();
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
        source.addEventListener('copy', (event) => copy(JSON.parse(event.data).text));
        source.addEventListener('notify', (event) => notify(JSON.parse(event.data)));
        source.addEventListener('withdraw', (event) => shown.get(JSON.parse(event.data).key)?.close());
        source.addEventListener('say', (event) => say(JSON.parse(event.data).text));
        source.addEventListener('error', () => {
          say(message.reconnecting);
          if (source.readyState === EventSource.CLOSED) setTimeout(() => { reload(); connect(); }, 2000);
        });
      };
      for (const query of [dark, ...widths]) query.addEventListener('change', connect);
      connect();
    })();

    """#
}
