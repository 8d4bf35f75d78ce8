import { type Attack, letThrough, neverAsked, refused } from '../attack.ts';

/** Attempts to leave the frame, cover the stage or reach the browser. */
export const waysOut: readonly Attack[] = [
  neverAsked(
    'navigation',
    'sets the address of the top',
    '/taken',
    `
    for (const take of [() => (top.location = home + '/taken'), () => (top.location.href = home + '/taken'),
      () => parent.location.replace(home + '/taken'), () => open(home + '/taken', '_top'), () => open(home + '/taken', '_parent')])
      try { take() } catch {}`,
  ),
  neverAsked(
    'navigation',
    'has a link to the top clicked',
    '/taken',
    `
    const link = document.createElement('a'); link.href = '/taken'; link.target = '_top'; document.body.append(link); link.click();`,
  ),
  neverAsked(
    'navigation',
    'sends a form to the top',
    '/taken',
    `
    const form = document.createElement('form'); form.action = '/taken'; form.target = '_top'; document.body.append(form); form.submit();`,
  ),
  neverAsked(
    'navigation',
    'has a base that aims at the top',
    '/taken',
    `
    document.head.innerHTML = '<base target="_top">';
    const link = document.createElement('a'); link.href = '/taken'; document.body.append(link); link.click();`,
  ),
  neverAsked(
    'navigation',
    'breaks out from a frame of its own without a sandbox',
    '/taken',
    `
    const inner = document.createElement('iframe');
    inner.srcdoc = '<script>try { top.location = ' + JSON.stringify(home + '/taken') + ' } catch {}</' + 'script>';
    document.body.append(inner);`,
  ),
  ...[
    'file:///etc/passwd',
    'chrome://settings',
    'chrome://inferno',
    'devtools://devtools/bundled/inspector.html',
    'view-source:http://127.0.0.1/',
    'javascript:top.location="about:blank"',
    'data:text/html,<script>top.location="about:blank"</script>',
    'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html',
    'about:inducebrowsercrashforrealz',
    'chrome://gpucrash',
    'intent://x#Intent;scheme=http;end',
    'mailto:a@b',
    'magnet:?x',
  ].map(
    (address): Attack => ({
      area: 'navigation',
      name: `goes to ${address.slice(0, 30)}`,
      script: `const inner = document.createElement('iframe'); inner.src = ${JSON.stringify(address)}; document.body.append(inner);
        try { open(${JSON.stringify(address)}) } catch {}
        if (!${address.startsWith('data:')}) fetch(${JSON.stringify(address)}).then((r) => r.text()).then((t) => say('done ' + t.slice(0, 20)), () => {});
        setTimeout(() => { location.href = ${JSON.stringify(address)} }, 100);`,
      ms: 500,
      broke: ({ messages }) => letThrough(messages),
    }),
  ),
  {
    area: 'navigation',
    name: 'reads what its frame has loaded from a file',
    script: `attempt(async () => { const inner = document.createElement('iframe'); inner.src = 'file:///etc/passwd';
      document.body.append(inner); await pause(300); return inner.contentDocument.body.innerText || no(); });`,
    broke: ({ messages }) => letThrough(messages),
  },
  neverAsked(
    'history',
    'pushes a thousand states and goes back',
    '/taken',
    `
    for (let i = 0; i < 1000; i++) try { history.pushState({}, '', '?' + i) } catch { break }
    history.go(-500); history.go(-1001); history.back();`,
  ),
  neverAsked(
    'history',
    'navigates its frame and goes back beyond the stage',
    '/taken',
    `
    if (!location.search) location.href = '?again'; else { history.go(-10); history.back(); }`,
  ),
  refused('popups', 'opens a window', `if (open('/popup') === null) no()`),
  refused(
    'popups',
    'opens a small window without an opener',
    `if (open('/popup', 'x', 'noopener,width=9,popup') === null) no()`,
    {
      broke: ({ requested }) =>
        requested.some(({ path }) => path === '/popup') ? 'a window was opened' : null,
    },
  ),
  neverAsked(
    'popups',
    'clicks a link to a new window with every modifier',
    '/popup',
    `
    const link = document.createElement('a'); link.href = '/popup'; link.target = '_blank'; document.body.append(link);
    for (const key of ['ctrlKey', 'shiftKey', 'metaKey', 'altKey', 'none'])
      link.dispatchEvent(new MouseEvent('click', { [key]: true, button: key === 'none' ? 1 : 0, bubbles: true }));`,
  ),
  refused(
    'popups',
    'asks for a document picture-in-picture',
    `await documentPictureInPicture.requestWindow()`,
  ),
  refused(
    'popups',
    'asks for picture-in-picture of a video',
    `
    const video = document.createElement('video'); const canvas = document.createElement('canvas'); canvas.getContext('2d');
    video.srcObject = canvas.captureStream(); video.muted = true; await video.play(); await video.requestPictureInPicture()`,
  ),
  refused(
    'dialogs',
    'asks with alert, confirm and prompt',
    `alert('x'); if (!confirm('x') && prompt('x') === null) no()`,
  ),
  {
    area: 'dialogs',
    name: 'opens ten thousand alerts',
    script: `for (let i = 0; i < 10000; i++) alert(i); say('over');`,
    ms: 1500,
    broke: () => null,
  },
  neverAsked(
    'dialogs',
    'shows a password question',
    '/never',
    `
    fetch('/login'); const inner = document.createElement('iframe'); inner.src = '/login'; document.body.append(inner);
    const image = new Image(); image.src = other + '/login';`,
    { ms: 800 },
  ),
  refused(
    'dialogs',
    'opens a file chooser',
    `
    const input = document.createElement('input'); input.type = 'file'; document.body.append(input);
    input.click(); input.showPicker()`,
  ),
  refused(
    'dialogs',
    'opens pickers of colour and date',
    `
    for (const type of ['color', 'date', 'time']) { const input = document.createElement('input'); input.type = type;
      document.body.append(input); input.click(); input.showPicker(); }`,
  ),
  {
    area: 'dialogs',
    name: 'opens a list that is larger than itself',
    html: '<select><option>x<option>y</select>',
    script: `const list = document.querySelector('select'); list.focus();
      attempt(() => list.showPicker()); list.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'dialogs',
    name: 'shows validation bubbles',
    html: '<form><input required name=x></form>',
    script: `document.forms[0].reportValidity(); document.querySelector('input').focus();`,
    ms: 500,
    broke: () => null,
  },
  neverAsked(
    'beforeunload',
    'will not leave',
    '/never',
    `
    addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
    addEventListener('unload', () => { for (const end = Date.now() + 3000; Date.now() < end; ); });`,
  ),
  {
    area: 'print',
    name: 'prints over and over',
    script: `for (let i = 0; i < 20; i++) print(); setInterval(print, 50); say('over');`,
    ms: 800,
    broke: () => null,
  },
  refused('fullscreen', 'covers the stage', `await document.documentElement.requestFullscreen()`),
  refused('pointer lock', 'takes the pointer', `await document.body.requestPointerLock()`),
  refused(
    'keyboard lock',
    'takes the keys',
    `await navigator.keyboard.lock(); if (!document.fullscreenElement) no()`,
  ),
  neverAsked(
    'downloads',
    'clicks a download',
    '/never',
    `
    const link = document.createElement('a'); link.href = '/attachment'; link.download = 'x.zip'; document.body.append(link);
    for (let i = 0; i < 20; i++) link.click();`,
    { ms: 700 },
  ),
  neverAsked('downloads', 'goes to an attachment', '/never', `location.href = '/attachment'`, { ms: 700 }),
  neverAsked(
    'downloads',
    'saves a blob',
    '/never',
    `
    const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['x'.repeat(1e6)])); link.download = 'x.txt';
    document.body.append(link); link.click();`,
    { ms: 700 },
  ),
  refused('the stage', 'reads the window above', `return String(parent.bridge ?? parent.document.title)`),
  {
    area: 'the stage',
    name: 'speaks the language of the bridge',
    script: `for (const to of [parent, top]) for (const type of ['vitrine-in', 'vitrine-out', 'seen', 'failed', 'ended'])
      { to.postMessage({ type }, '*'); try { to.dispatchEvent(new CustomEvent(type)) } catch {} }`,
    ms: 400,
    broke: () => null,
  },
  {
    area: 'the stage',
    name: 'floods it with messages',
    script: `const heap = 'x'.repeat(10_000); const end = Date.now() + 1500;
      const more = () => { for (let i = 0; i < 200; i++) parent.postMessage({ noise: heap }, '*'); if (Date.now() < end) setTimeout(more, 5); }; more();`,
    ms: 1800,
    heavy: true,
    broke: () => null,
  },
  refused(
    'the stage',
    'finds its server',
    `
    const origin = location.ancestorOrigins[0]; const answer = await fetch(origin + '/', { mode: 'no-cors' }); return answer.type`,
  ),
  {
    area: 'the stage',
    name: 'takes its focus',
    script: `setInterval(() => { window.focus(); document.body.focus(); parent.focus(); parent.blur?.(); }, 10);`,
    ms: 600,
    broke: () => null,
  },
];
