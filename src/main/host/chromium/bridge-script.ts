import { bridgeEvent } from '../../../shared/bridge-event.ts';

/**
 * The renderer's `bridge` in two halves. The half in the app's own world only turns messages into events of its window.
 * The other half lives in an isolated world that no page script can reach, and only it has the binding to this process.
 * Frames of web pages have neither: the scripts do not run in other processes, and they return at once in every
 * document except the app's top document. They may run repeatedly in the same document.
 */
export const isolatedWorld = 'vitrine';
export const bindingName = 'toVitrine';
/** The isolated half sends this when it is ready; everything else is a message. */
export const hello = 'hello';

export interface BridgeScripts {
  readonly face: string;
  /** For one page: each page's lifeline has its own name. */
  isolated(page: string): string;
}

export function bridgeScripts(appAddress: string): BridgeScripts {
  const onlyApp = `if (window !== window.top || !location.href.startsWith(${JSON.stringify(appAddress)})) return;`;
  return {
    face: `(() => {
  ${onlyApp}
  if (window.bridge) return;
  const early = [];
  let listener = null;
  window.addEventListener('vitrine-in', (event) => {
    const message = JSON.parse(event.detail);
    if (listener) listener(message); else early.push(message);
  });
  Object.defineProperty(window, 'bridge', { value: Object.freeze({
    send(message) {
      window.dispatchEvent(new CustomEvent('vitrine-out', { detail: JSON.stringify(message) }));
    },
    onMessage(to) {
      listener = to;
      for (const message of early.splice(0)) to(message);
    },
  }) });
  const stand = () => window.dispatchEvent(new Event('vitrine-face'));
  window.addEventListener('vitrine-world', stand);
  stand();
  window.dispatchEvent(new Event('${bridgeEvent}'));
})()`,
    isolated: (page) => `(() => {
  ${onlyApp}
  if (globalThis.deliver) return;
  const send = globalThis.${bindingName};
  window.addEventListener('vitrine-out', (event) => send('m' + event.detail));
  globalThis.deliver = (detail) => window.dispatchEvent(new CustomEvent('vitrine-in', { detail }));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { cursor: none !important }');
  document.adoptedStyleSheets.push(sheet);
  const keepAwake = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', keepAwake);
  document.addEventListener('DOMContentLoaded', keepAwake);
  keepAwake();
  // Kept here against garbage collection.
  const holdOn = (time) => {
    globalThis.lifeline = new WebSocket(new URL('life/${page}/' + time, ${JSON.stringify(appAddress)}));
    globalThis.lifeline.onclose = () => setTimeout(holdOn, 100, time + 1);
  };
  holdOn(1);
  window.addEventListener('vitrine-face', () => send('${hello}'), { once: true });
  window.dispatchEvent(new Event('vitrine-world'));
})()`,
  };
}
