import { type Attack, letThrough, mebibyte, refused, type Seen } from '../attack.ts';

/** Limits of stored data: after an attack, and before its pages are ended. */
const mostLeft = 260 * mebibyte;
const mostStored = 600 * mebibyte;
const tooMuchStored = ({ profileBytes, storedBytes }: Seen): string | null =>
  profileBytes > mostLeft || storedBytes > mostStored
    ? `the profile had ${(storedBytes / mebibyte).toFixed(0)} MiB, and has ${(profileBytes / mebibyte).toFixed(0)}`
    : null;

/** Attacks by storage: kept data, reading and fingerprinting. */
export const hoards: readonly Attack[] = [
  {
    area: 'storage',
    name: 'fills IndexedDB',
    heavy: true,
    ms: 5000,
    script: `attempt(async () => { const open = indexedDB.open('x'); open.onupgradeneeded = () => open.result.createObjectStore('x');
      await new Promise((r, j) => { open.onsuccess = r; open.onerror = j });
      for (let i = 0; i < 60; i++) { const t = open.result.transaction('x', 'readwrite');
        const bytes = new Uint8Array(1e7); for (let at = 0; at < 1e7; at += 65536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65536, 1e7)));
        t.objectStore('x').put(new Blob([bytes]), i); await new Promise((r, j) => { t.oncomplete = r; t.onabort = () => j(t.error) }); } })`,
    broke: tooMuchStored,
  },
  {
    area: 'storage',
    name: 'fills a cache',
    heavy: true,
    ms: 5000,
    script: `attempt(async () => { const cache = await caches.open('x'); const bytes = new Uint8Array(1e7); 
      for (let at = 0; at < 1e7; at += 65536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65536, 1e7)));
      for (let i = 0; i < 60; i++) await cache.put('/' + i, new Response(bytes)); })`,
    broke: tooMuchStored,
  },
  {
    area: 'storage',
    name: 'fills its private file system',
    heavy: true,
    ms: 5000,
    script: `attempt(async () => { const root = await navigator.storage.getDirectory(); const bytes = new Uint8Array(1e7).fill(7);
      for (let i = 0; i < 60; i++) { const file = await root.getFileHandle('x' + i, { create: true }); const to = await file.createWritable();
        await to.write(bytes); await to.close(); } })`,
    broke: tooMuchStored,
  },
  {
    area: 'storage',
    name: 'fills the stores of many origins',
    heavy: true,
    ms: 6000,
    script: `const fill = "(async () => { const cache = await caches.open('x'); const bytes = new Uint8Array(1e7).fill(7);" +
        "for (let i = 0; i < 20; i++) await cache.put('/' + i, new Response(bytes)); })()";
      if (location.hostname === '127.0.0.1' || location.hostname === 'localhost') for (let i = 0; i < 15; i++) {
        const inner = document.createElement('iframe'); inner.src = location.href.replace(/\\/\\/[^:]*/, '//x' + i + '.localhost'); document.body.append(inner); }
      else eval(fill)`,
    broke: tooMuchStored,
  },
  {
    area: 'storage',
    name: 'makes files without end',
    heavy: true,
    ms: 6000,
    script: `for (let line = 0; line < 8; line++) attempt(async () => { const root = await navigator.storage.getDirectory();
      for (let i = 0; ; i++) await root.getFileHandle(line + '-' + i, { create: true }); });`,
    broke: tooMuchStored,
  },
  refused('storage', 'asks for storage that lasts', `if (!(await navigator.storage.persist())) no()`),
  refused('storage', 'asks for unpartitioned storage', `await document.requestStorageAccess()`),
  {
    area: 'storage',
    name: 'finds what an earlier showing has left',
    html: '',
    script: `attempt(() => { const old = localStorage.getItem('mark'); localStorage.setItem('mark', 'x'); if (!old) no(); });`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'storage',
    name: 'fills localStorage',
    script: `attempt(() => { for (let i = 0; i < 100; i++) localStorage.setItem(i, 'x'.repeat(1e6)); })`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'cookies',
    name: 'sets three thousand',
    script: `for (let i = 0; i < 3000; i++) document.cookie = 'c' + i + '=' + 'x'.repeat(100) + ';max-age=9999';
      attempt(() => document.cookie.split(';').length > 400 ? 'kept ' + document.cookie.split(';').length : no());`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'cookies',
    name: 'is recognised by another site through one',
    script: `attempt(async () => { await fetch(other + '/cookie', { mode: 'no-cors', credentials: 'include' });
      await fetch(other + '/probe', { mode: 'no-cors', credentials: 'include' }); });`,
    broke: ({ requested }) =>
      requested.some(({ path, headers }) => path === '/probe' && headers.cookie) ? 'a cookie was sent' : null,
  },
  {
    area: 'referrer',
    name: 'learns where it is shown',
    script: `attempt(() => document.referrer || no()); fetch('/probe');`,
    broke: ({ messages, requested, origin }) =>
      letThrough(messages) ??
      (requested.some(({ headers }) => headers.referer && !String(headers.referer).startsWith(origin))
        ? 'a referrer was sent'
        : null),
  },
  {
    area: 'cache',
    name: 'tells by time what the stage has loaded',
    script: `attempt(async () => { const app = location.ancestorOrigins[0]; const took = async (path) => { const since = performance.now();
        await fetch(app + path, { mode: 'no-cors', cache: 'force-cache' }).catch(() => {}); return performance.now() - since; };
      const image = await new Promise((r) => { const i = new Image(); i.onload = () => r('loaded'); i.onerror = () => r('no'); i.src = app + '/index.html'; });
      const only = await fetch(app + '/stage.js', { cache: 'only-if-cached', mode: 'same-origin' }).then(() => 'hit', () => 'no');
      await took('/stage.js'); if (image === 'no' && only === 'no') no(); });`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'cache',
    name: 'sees entries of the stage in its own timeline',
    script: `attempt(() => performance.getEntries().some(({ name }) => /vitrine/.test(name)) ? 'seen' : no());`,
    broke: ({ messages }) => letThrough(messages),
  },
  {
    area: 'workers',
    name: 'leaves a service worker behind',
    script: `attempt(async () => { await navigator.serviceWorker.register('/worker.js', { scope: '/scope/' }); await pause(300); });`,
    // Its own site may have one, in storage that ends with the stage's document.
    broke: () => null,
  },
  {
    area: 'workers',
    name: 'speaks to a shared worker of an earlier showing',
    script: `attempt(() => { new SharedWorker('/worker.js'); no(); });`,
    broke: ({ messages }) => letThrough(messages),
  },
  refused(
    'workers',
    'works on in the background',
    `
    const registration = await navigator.serviceWorker.register('/worker.js', { scope: '/scope/' }); await pause(300);
    await registration.sync.register('x')`,
  ),
  refused(
    'workers',
    'fetches in the background',
    `
    const registration = await navigator.serviceWorker.register('/worker.js', { scope: '/scope/' }); await pause(300);
    await registration.backgroundFetch.fetch('x', ['/probe'])`,
  ),
  refused(
    'workers',
    'asks for push',
    `
    const registration = await navigator.serviceWorker.register('/worker.js', { scope: '/scope/' }); await pause(300);
    await registration.pushManager.subscribe({ userVisibleOnly: true })`,
  ),
];
