/** The world of a page's documents in which the script runs: scripts of the page see neither it nor its binding. */
export const fieldWorld = 'vitrine-fields';
export const fieldBinding = 'reportField';

/**
 * Reports the kind of the focused text field of one document to the binding, and keeps it in sight while the on-screen keyboard
 * comes up. Never a field's content. It may run repeatedly in the same document.
 */
export const fieldScript = `(() => {
  if (globalThis.watchesFields) return;
  globalThis.watchesFields = true;
  const report = globalThis.${fieldBinding};
  const kinds = {
    text: 'text', search: 'text', password: 'text', email: 'email', url: 'url', tel: 'tel', number: 'number',
    date: 'number', time: 'number', month: 'number', week: 'number', 'datetime-local': 'number',
  };
  const modes = {
    text: 'text', search: 'text', email: 'email', url: 'url', tel: 'tel', numeric: 'number', decimal: 'number',
  };
  const active = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const fieldOf = (at) => {
    if (!at || !document.hasFocus()) return null;
    const isInput = at.localName === 'input';
    const isLong = at.localName === 'textarea' || at.isContentEditable === true;
    const isWhole = document.designMode === 'on';
    if (!isInput && !isLong && !isWhole) return null;
    if (at.readOnly === true || at.disabled === true || at.matches(':disabled') || at.inputMode === 'none') return null;
    const kind = isInput ? kinds[at.type] : 'text';
    if (kind === undefined) return null;
    const isSecret = (isInput && at.type === 'password') || getComputedStyle(at).webkitTextSecurity !== 'none';
    const meant = modes[at.inputMode] ?? kind;
    const hint = at.enterKeyHint;
    return {
      kind: isSecret && meant === 'number' ? 'pin' : meant,
      enter: hint ? hint : isInput ? (at.type === 'search' ? 'search' : 'enter') : 'newline',
      isSecret,
    };
  };
  let last = 'null';
  let waiting = 0;
  let looking = 0;
  const look = (isTouched) => {
    clearTimeout(waiting);
    const at = active();
    const field = fieldOf(at);
    const text = JSON.stringify(field);
    // A field that is removed or disabled reports nothing.
    clearInterval(looking);
    if (field !== null) looking = setInterval(look, 500);
    if (text === last && !(isTouched === true && field !== null)) return;
    last = text;
    report(text);
    if (field !== null) keepInSight(at);
  };
  // Between two fields none has the focus.
  const soon = (delay) => {
    clearTimeout(waiting);
    waiting = setTimeout(look, delay);
  };
  /** The observer's root is the whole screen, also for a frame in a page of another site. */
  const keepInSight = (at) => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.at(-1).intersectionRatio >= 1) return;
      const isTall = at.getBoundingClientRect().height > innerHeight / 2;
      at.scrollIntoView({ block: isTall ? 'nearest' : 'center', inline: 'nearest', behavior: 'instant' });
    }, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    watch.observe(at);
    const end = () => watch.disconnect();
    setTimeout(end, 1500);
    // A person scrolls as they like.
    for (const name of ['wheel', 'touchmove']) addEventListener(name, end, { once: true, passive: true });
  };
  addEventListener('focusin', () => soon(0), true);
  addEventListener('focusout', () => soon(80), true);
  addEventListener('focus', () => soon(0));
  addEventListener('blur', () => soon(80));
  // A person who has put the keyboard away gets it back by a touch of the field.
  addEventListener('click', (event) => event.isTrusted && look(true), true);
  soon(0);
})()`;
