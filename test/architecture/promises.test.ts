import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { sourcePaths } from './direction.ts';
import { keepers, keptPromises } from './promises.ts';

/** What is safe as it is, and why. */
const allowed: readonly string[] = [
  // It lives as long as one item.
  'src/renderer/upcoming.ts: stands',
  // Forgotten when it fails.
  'src/main/admin/shared.ts: answers',
  // They live as long as one walk through a list, or one answer.
  'src/main/cms/listing.ts: early',
  'src/main/download/receive.ts: waiting',
  // They never reject: a failure is kept beside them, and ends the part.
  'src/main/download/part.ts: writing',
  'src/main/download/part.ts: checkpointing',
  // Let go of when it ends; a check that comes before is refused.
  'src/main/update/checks.ts: running',
  // A host stops once.
  'src/main/host/chromium/host.ts: stopping',
  // Never rejects: a browser ends once.
  'src/main/host/chromium/interactive.ts: ended',
  // Never rejects, and each document has another one.
  'src/main/host/electron/bridge.ts: soundGranted',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a promise that outlives its caller is kept by Serial, Once or SharedRun, which survive a rejection', () => {
  const found = sourcePaths(root, 'src')
    .filter((path) => !keepers.includes(path) && !path.startsWith('src/demo/'))
    .flatMap((path) => keptPromises(path, readFileSync(join(root, path), 'utf8')));
  expect([...new Set(found)].sort()).toEqual([...allowed].sort());
});

it.each([
  ['class A { #last: Promise<void> = Promise.resolve(); }', 'last'],
  ['class A { #made: Promise<string> | null = null; }', 'made'],
  ['let line: Promise<unknown> = Promise.resolve();', 'line'],
  ['let read: Promise<string> | undefined;', 'read'],
  ['const kept = new Map<string, Promise<string>>();', 'kept'],
  ['const kept: Map<string, Promise<string> | null> = new Map();', 'kept'],
  ['a.b.line = a.b.line.then(go);', 'line'],
  ["const loaded = import('./a.ts').then(open);", 'loaded'],
  ['made ??= make().finally(() => undefined);', 'made'],
])('%s is found', (text, name) => {
  expect(keptPromises('src/a.ts', text)).toEqual([`src/a.ts: ${name}`]);
});

it.each([
  ['const answer = ask().then(read);'],
  ['const answer: Promise<string> = ask();'],
  ['class A { readonly opened: Promise<void>; }'],
  ["const loaded = await import('./a.ts');"],
  ['interface A { ended: Promise<void>; }'],
  ['let act: () => Promise<void>;'],
  ['const acts = new Map<string, () => Promise<void>>();'],
])('%s is none', (text) => {
  expect(keptPromises('src/a.ts', text)).toEqual([]);
});
