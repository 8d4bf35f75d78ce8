/** The world of the preload script: no script of a page can reach it. */
export const world = 'electron';
export const bindingName = 'electronIpc';

/**
 * `contextBridge` and `ipcRenderer` for an unchanged preload script, in two halves that communicate by events of the window: one
 * in the page's own world exposes the API, the other runs the script in an isolated world.
 */
export function preloadScripts(
  preload: string,
  appAddress: string,
): { readonly face: string; readonly isolated: string } {
  const onlyTop = 'if (window !== window.top) return;';
  return {
    face: `(() => {
  ${onlyTop}
  window.addEventListener('electron-expose', ({ detail }) => {
    const { name, keys } = JSON.parse(detail);
    const callbacks = [];
    const passed = (one) => typeof one === 'function' ? { callback: callbacks.push(one) - 1 } : { value: one };
    const api = Object.fromEntries(keys.map((key) => [key, (...args) => {
      const call = JSON.stringify({ name, key, args: args.map(passed) });
      window.dispatchEvent(new CustomEvent('electron-call', { detail: call }));
    }]));
    window.addEventListener('electron-callback ' + name, ({ detail }) => {
      const { callback, args } = JSON.parse(detail);
      callbacks[callback](...args);
    });
    Object.defineProperty(window, name, { value: Object.freeze(api) });
  });
})()`,
    isolated: `(() => {
  ${onlyTop}
  const listeners = [];
  const toMain = globalThis.${bindingName};
  globalThis.deliver = (channel, text) => {
    for (const [wanted, listener] of listeners) if (wanted === channel) listener({}, JSON.parse(text));
  };
  const ipcRenderer = {
    on: (channel, listener) => void listeners.push([channel, listener]),
    send: (channel, message) => toMain(JSON.stringify({ channel, message })),
  };
  const contextBridge = {
    exposeInMainWorld(name, api) {
      const passed = (one) => 'callback' in one
        ? (...args) => window.dispatchEvent(new CustomEvent('electron-callback ' + name, {
            detail: JSON.stringify({ callback: one.callback, args }) }))
        : one.value;
      window.addEventListener('electron-call', ({ detail }) => {
        const call = JSON.parse(detail);
        if (call.name === name) api[call.key](...call.args.map(passed));
      });
      window.dispatchEvent(new CustomEvent('electron-expose', { detail: JSON.stringify({ name, keys: Object.keys(api) }) }));
    },
  };
  const own = ${JSON.stringify(appAddress)};
  const href = location.href.startsWith(own) ? 'vitrine://app/' + location.href.slice(own.length) : location.href;
  const page = { location: { href }, self: window, top: window };
  const module = { exports: {} };
  (function (require, module, exports, globalThis) {
${preload}
  })(() => ({ contextBridge, ipcRenderer }), module, module.exports, page);
})()`,
  };
}
