// A stage for hostile pages: shows one in the very frame that the real stage gives to web pages, counts its own frames
// meanwhile, and passes on what the page says. It is served as the app is, with the app's own headers.
import { pageFrame } from './page-frame.js';

if (!globalThis.bridge)
  await new Promise((resolve) => addEventListener('vitrine-bridge', resolve, { once: true }));
const { bridge } = globalThis;
document.documentElement.style.background = '#000';
// Anything that covers the stage covers one of these.
for (const edge of ['top', 'bottom']) {
  const strip = document.createElement('div');
  strip.style.cssText = `position:fixed;left:0;right:0;${edge}:0;height:40px;background:#00f;z-index:9`;
  document.documentElement.append(strip);
}

let frames = 0;
let longestMs = 0;
let since = performance.now();
let last = since;
function paint(now) {
  longestMs = Math.max(longestMs, now - last);
  last = now;
  frames++;
  requestAnimationFrame(paint);
}
requestAnimationFrame(paint);

let shown = null;
addEventListener('message', ({ source, data }) => {
  if (source === shown?.contentWindow && data?.word !== undefined)
    bridge.send({ type: 'word', value: data.word });
});

bridge.onMessage((order) => {
  if (order.type === 'count') {
    const now = performance.now();
    const counted = { frames, longestMs: Math.max(longestMs, now - last), ms: now - since };
    bridge.send({ type: 'counted', address: location.href, history: history.length, ...counted });
  } else if (order.type === 'page-failed') bridge.send({ type: 'failed', reason: order.reason });
  else {
    shown?.remove();
    shown = null;
    if (order.type === 'open') {
      shown = pageFrame({ pageZoom: 1 });
      shown.src = order.address;
      shown.style.cssText += ';position:fixed;left:0;right:0;top:40px;border:0;height:calc(100% - 80px)';
      document.body.append(shown);
    }
  }
  frames = 0;
  longestMs = 0;
  since = performance.now();
  last = since;
});
bridge.send({ type: 'ready' });
