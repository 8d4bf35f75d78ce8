/** What one person leaves for the next: written in one use, looked for in another. */
export interface Residue {
  readonly name: string;
  readonly write: string;
  /** An expression: what was found, or nothing. */
  readonly find: string;
}

const database = (then: string): string => `new Promise((done) => {
  const open = indexedDB.open('left', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('all');
  open.onsuccess = () => { ${then} };
  open.onerror = () => done('');
})`;

export const residues: readonly Residue[] = [
  { name: 'a cookie', write: `document.cookie = 'left=SECRET; max-age=99999'`, find: 'document.cookie' },
  {
    name: 'the cookie store',
    write: `await globalThis.cookieStore?.set({ name: 'stored', value: 'SECRET', expires: Date.now() + 1e8 }).catch(() => undefined)`,
    find: `((await globalThis.cookieStore?.get('stored')) ?? {}).value`,
  },
  { name: 'local storage', write: `localStorage.left = 'SECRET'`, find: 'localStorage.left' },
  {
    name: 'a database',
    write: `await ${database(`const put = open.result.transaction('all', 'readwrite').objectStore('all').put('SECRET', 1); put.onsuccess = () => done('')`)}`,
    find: `await ${database(`const get = open.result.transaction('all').objectStore('all').get(1); get.onsuccess = () => done(get.result)`)}`,
  },
  {
    name: 'the cache of scripts',
    write: `await (await caches.open('left')).put('/left', new Response('SECRET'))`,
    find: `(await (await caches.match('/left'))?.text())`,
  },
  {
    name: 'a service worker',
    write: `await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready`,
    find: `(await navigator.serviceWorker.getRegistrations()).length ? 'SECRET' : ''`,
  },
  {
    name: 'the cache of the browser',
    write: `await fetch('/kept')`,
    find: `(await (await fetch('/kept', { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null))?.text())`,
  },
  {
    name: 'the name of its window',
    write: `window.name = 'SECRET'`,
    find: 'window.name',
  },
  { name: 'its state in the history', write: `history.replaceState('SECRET', '')`, find: 'history.state' },
  {
    name: 'private files of the page',
    write: `const writable = await (await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true })).createWritable(); await writable.write('SECRET'); await writable.close()`,
    find: `(await (await (await (await navigator.storage.getDirectory()).getFileHandle('left').catch(() => null))?.getFile())?.text())`,
  },
];
