import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Once } from '../ground/once.ts';
import type { AppHandler } from '../host/host.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/**
 * The stage runs only its own files; web pages run in frames under other policies. As strict as the policy in the page:
 * a worker, such as the one that reads documents, has only this one.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  'frame-src http: https:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the renderer's files. Only names listed in the folder are served, so no path leads out of it. Each file is read
 * once and kept: they are few, and the disk may be slow or gone later.
 */
export function createAppFiles(folder: string): AppHandler {
  const names = new Once(() => listFiles(folder));
  const kept = new Map<string, Once<Uint8Array<ArrayBuffer>>>();

  const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const file = kept.get(name) ?? new Once(async () => new Uint8Array(await readFile(join(folder, name))));
    kept.set(name, file);
    return file.get();
  };

  return async (request) => {
    const name = new URL(request.url).pathname.slice(1) || 'index.html';
    if (!(await names.get()).has(name)) return new Response(null, { status: 404 });
    const bytes = await read(name);
    return new Response(request.method === 'HEAD' ? null : bytes, {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-length': String(bytes.length),
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': policy,
        'permissions-policy': permissionsPolicy,
      },
    });
  };
}

/**
 * Folder by folder: inside an archive, Electron's recursive `readdir` with types lists a folder as a file and nothing in
 * it (asar-fs-wrapper.ts, readdirRecursivePromises).
 */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const below = ['']; ; ) {
    const at = below.pop();
    if (at === undefined) return found;
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      if (entry.isDirectory()) below.push(`${at}${entry.name}/`);
      if (entry.isFile()) found.add(`${at}${entry.name}`);
    }
  }
}

/** Neither the stage nor a web page on it may use or request these: all that Chromium knows or has known. */
const denied = `accelerometer attribution-reporting bluetooth browsing-topics camera captured-surface-control
  ch-ua-high-entropy-values clipboard-read clipboard-write compute-pressure cross-origin-isolated deferred-fetch
  deferred-fetch-minimal digital-credentials-create digital-credentials-get direct-sockets display-capture encrypted-media
  fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection interest-cohort join-ad-interest-group
  keyboard-map language-detector language-model local-fonts magnetometer microphone midi on-device-speech-recognition
  otp-credentials payment picture-in-picture private-aggregation private-state-token-issuance private-state-token-redemption
  proofreader publickey-credentials-create publickey-credentials-get rewriter run-ad-auction serial shared-storage smart-card
  speaker-selection storage-access summarizer translator unload usb usb-unrestricted web-app-installation web-share
  window-management writer xr-spatial-tracking`;

/** Only the stage may use these: it plays sound, keeps the display awake, and opens pages of the local network. */
const stageOnly = 'autoplay screen-wake-lock local-network local-network-access loopback-network';

const words = (list: string): readonly string[] => list.split(/\s+/);

/** The header of the app's documents; frames inherit the denials. */
const permissionsPolicy = [
  ...words(denied).map((name) => `${name}=()`),
  ...words(stageOnly).map((name) => `${name}=(self)`),
].join(', ');
