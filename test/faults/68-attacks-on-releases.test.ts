import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { canonicalize } from '@tufjs/canonical-json';
import { afterEach, describe, expect, test } from 'vitest';
import { keyId } from '../../src/main/operator/keys.ts';
import { changeTargets, renew } from '../../src/main/operator/publish.ts';
import { offlineKeys, onlineKeys, publisher } from '../release/support/publisher.ts';
import { reportRow } from '../support/report-row.ts';
import { playing } from '../update/support/facts.ts';
import { makePackage, openRoot, playerRoot, publish, site } from '../update/support/site.ts';

const day = 86_400_000;
let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

type Site = Awaited<ReturnType<typeof attacked>>;

/** A player that could install 2.0.0, and a server that answers as the test requires. */
async function attacked() {
  let instead: ((path: string, response: ServerResponse) => boolean) | null = null;
  const made = await site((request, response) => instead?.(request.url ?? '', response) ?? false);
  closing.push(made.server.close);
  const sha = await publish(made.publisher, '2.0.0', await makePackage('2.0.0'));
  const { folder } = made.publisher.needs;
  const { path } = made.player.root;
  return {
    ...made,
    player: made.player,
    /** A player whose waits of a minute take a second. */
    hurry() {
      const limits = { floorBytesPerSecond: 1000, floorWindowMs: 1000 };
      this.player = openRoot(path, { url: made.server.url, limits });
    },
    sha,
    folder,
    /** The player trusts the current state; then the attack begins. */
    believe: async () => {
      await (await made.player.open('factory', '9.0.0')).now().catch(() => undefined);
      expect((await made.player.root.state()).floors.timestamp).toBeGreaterThan(0);
    },
    answer: (how: typeof instead) => {
      instead = how;
    },
    change: async (name: string, how: (text: string) => string) => {
      const path = join(folder.metadata, name);
      await writeFile(path, how(await readFile(path, 'utf8')));
    },
    keep: async () => {
      const names = await readdir(folder.metadata);
      const texts = await Promise.all(names.map((name) => readFile(join(folder.metadata, name))));
      return async () => {
        for (const [index, name] of names.entries())
          await writeFile(join(folder.metadata, name), texts[index] ?? '');
      };
    },
  };
}

/** Signs the signed part of a file again, as a thief of these keys could. */
const resigned = (text: string, change: (signed: Record<string, unknown>) => object, keys = onlineKeys()) => {
  const signed = change(JSON.parse(text).signed);
  const bytes = Buffer.from(canonicalize(signed));
  return canonicalize({
    signatures: keys.map((key) => ({ keyid: keyId(key.public), sig: key.sign(bytes) })),
    signed,
  });
};

const isPackage = (path: string): boolean => path.startsWith('/targets/');
const send = (response: ServerResponse, body: string | Buffer): true => {
  response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body);
  return true;
};
/** Endless bytes, until the other side closes. */
const endless = (response: ServerResponse): true => {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
  return true;
};
/** A byte from time to time, forever: no timeout for silence fires. */
const trickle = (response: ServerResponse): true => {
  response.writeHead(200);
  const drip = setInterval(() => response.write('x'), 50);
  response.once('close', () => clearInterval(drip));
  return true;
};

const attacks: readonly (readonly [what: string, code: string, attack: (site: Site) => Promise<unknown>])[] =
  [
    [
      'an old timestamp',
      'update-rolled-back',
      async (on) => {
        const back = await on.keep();
        await renew(on.publisher.needs, []);
        await on.believe();
        await back();
      },
    ],
    [
      'an old timestamp, after the player has lost its metadata',
      'update-rolled-back',
      async (on) => {
        const back = await on.keep();
        await renew(on.publisher.with({ signers: on.publisher.needs.signers.slice(4) }), []);
        await on.believe();
        await back();
        await writeFile(join(on.player.root.path, 'metadata'), 'rotten');
      },
    ],
    [
      'a folder that is not renewed any more',
      'update-expired',
      (on) => renew(on.publisher.with({ now: Date.now() - 31 * day }), []),
    ],
    [
      'a snapshot that was changed',
      'update-mixed',
      async (on) => on.change('2.snapshot.json', (text) => text.replace(/20\d\d-/, '2019-')),
    ],
    [
      'metadata of two days mixed',
      'update-mixed',
      async (on) => {
        const old = await readFile(join(on.folder.metadata, '1.targets.json'), 'utf8');
        await on.change('2.targets.json', () => old);
      },
    ],
    [
      'a list of releases that was changed',
      'update-mixed',
      async (on) => on.change('2.targets.json', (text) => text.replace('"2.0.0"', '"3.0.0"')),
    ],
    [
      'a timestamp signed by nobody known',
      'update-not-signed',
      async (on) =>
        on.change('timestamp.json', (text) => resigned(text, (signed) => ({ ...signed, version: 99 }))),
    ],
    [
      'a timestamp with no signature at all',
      'update-not-signed',
      async (on) => on.change('timestamp.json', (text) => resigned(text, (signed) => signed, [])),
    ],
    [
      'a timestamp signed with a key that was revoked',
      'update-not-signed',
      async (on) => {
        const before = await readFile(join(on.folder.metadata, 'timestamp.json'), 'utf8');
        const fresh = onlineKeys();
        const { signers } = on.publisher.needs;
        await renew(on.publisher.with({ signers: [...signers, ...fresh] }), fresh);
        await on.believe();
        await on.change('timestamp.json', () =>
          resigned(before, (signed) => ({ ...signed, version: 99 }), signers.slice(5)),
        );
      },
    ],
    [
      'a list of releases signed with the online keys alone',
      'update-not-signed',
      async (on) => {
        const thief = on.publisher.needs.signers.slice(4);
        const text = await readFile(join(on.folder.metadata, '2.targets.json'), 'utf8');
        const forged = resigned(text, (signed) => ({ ...signed, version: 3 }), thief);
        await writeFile(join(on.folder.metadata, '3.targets.json'), forged);
        await renew(on.publisher.with({ signers: thief }), []);
      },
    ],
    [
      'a new root signed with one of the old keys',
      'update-not-signed',
      async (on) => {
        const signers = [...offlineKeys().slice(0, 2), ...on.publisher.needs.signers.slice(0, 1)];
        const text = await readFile(join(on.folder.metadata, '1.root.json'), 'utf8');
        const forged = resigned(text, (signed) => ({ ...signed, version: 2 }), signers);
        await writeFile(join(on.folder.metadata, '2.root.json'), forged);
      },
    ],
    [
      'a new root that skips a version',
      'update-rolled-back',
      async (on) => {
        const text = await readFile(join(on.folder.metadata, '1.root.json'), 'utf8');
        const skipping = resigned(
          text,
          (signed) => ({ ...signed, version: 3 }),
          on.publisher.needs.signers.slice(0, 3),
        );
        await writeFile(join(on.folder.metadata, '2.root.json'), skipping);
      },
    ],
    [
      'another publisher’s folder',
      'update-not-signed',
      async (on) => {
        const other = await site();
        closing.push(other.server.close);
        for (const name of await readdir(other.publisher.needs.folder.metadata))
          await on.change(name, () => '').catch(() => undefined);
        for (const name of await readdir(other.publisher.needs.folder.metadata))
          await writeFile(
            join(on.folder.metadata, name),
            await readFile(join(other.publisher.needs.folder.metadata, name)),
          );
      },
    ],
    [
      'a truncated timestamp',
      'update-not-metadata',
      (on) => on.change('timestamp.json', (text) => text.slice(0, 99)),
    ],
    [
      'a login page in place of metadata',
      'update-not-metadata',
      async (on) =>
        on.answer(
          (path, response) => path.endsWith('timestamp.json') && send(response, '<html>Log in</html>'),
        ),
    ],
    [
      'a root that does not end',
      'update-too-long',
      async (on) => on.answer((path, response) => path.endsWith('2.root.json') && endless(response)),
    ],
    [
      'a timestamp that does not end',
      'update-too-long',
      async (on) => on.answer((path, response) => path.endsWith('timestamp.json') && endless(response)),
    ],
    [
      'a list of releases that goes on behind its end',
      'update-too-long',
      async (on) => on.answer((path, response) => path.endsWith('targets.json') && endless(response)),
    ],
    [
      'a server that is broken',
      'update-server-error',
      async (on) => on.answer((_, response) => Boolean(response.writeHead(503).end())),
    ],
    [
      'a folder without metadata',
      'update-not-found',
      async (on) => on.answer((_, response) => Boolean(response.writeHead(404).end())),
    ],
    [
      'a server that redirects to a folder within this machine',
      'network-inside',
      async (on) => {
        const other = await site();
        closing.push(other.server.close);
        on.answer((path, response) =>
          Boolean(response.writeHead(302, { location: new URL(path.slice(1), other.server.url).href }).end()),
        );
      },
    ],
    [
      'a server that redirects round and round',
      'media-redirect-loop',
      async (on) => on.answer((path, response) => Boolean(response.writeHead(302, { location: path }).end())),
    ],
    [
      'metadata that trickle',
      'media-too-slow',
      async (on) => {
        on.hurry();
        on.answer((path, response) => path.endsWith('timestamp.json') && trickle(response));
      },
    ],
    [
      'a package that trickles',
      'media-too-slow',
      async (on) => {
        on.hurry();
        on.answer((path, response) => isPackage(path) && trickle(response));
      },
    ],
    [
      'a package of the right length with other bytes',
      'update-wrong-hash',
      async (on) => {
        const path = join(on.folder.packages, `${on.sha}.vitrine-2.0.0.tar.gz`);
        const bytes = await readFile(path);
        on.answer(
          (requested, response) => isPackage(requested) && send(response, Buffer.alloc(bytes.length, 7)),
        );
      },
    ],
    [
      'a package that is shorter',
      'update-wrong-length',
      async (on) => on.answer((path, response) => isPackage(path) && send(response, Buffer.alloc(20, 7))),
    ],
    [
      'a package that does not end',
      'update-wrong-length',
      async (on) => on.answer((path, response) => isPackage(path) && endless(response)),
    ],
    [
      'a login page in place of a package',
      'media-is-page',
      async (on) =>
        on.answer((path, response) => isPackage(path) && send(response, '<!doctype html><html><body>Log in')),
    ],
    [
      'a package that is missing',
      'media-gone',
      async (on) => on.answer((path, response) => isPackage(path) && Boolean(response.writeHead(404).end())),
    ],
    [
      'a package that says another version than is signed',
      'update-not-runnable',
      async (on) => publish(on.publisher, '2.1.0', await makePackage('2.1.0', '', '1.0.0')),
    ],
    [
      'a package that does not run on this machine',
      'update-not-runnable',
      async (on) => publish(on.publisher, '2.1.0', await makePackage('2.1.0', '', '; exit 126 #')),
    ],
    [
      'signed bytes that are no package',
      'update-not-runnable',
      async (on) => {
        const path = join(on.folder.path, 'no-archive');
        await writeFile(path, 'no archive');
        return publish(on.publisher, '2.1.0', path);
      },
    ],
    [
      'a player without a first root',
      'update-no-root',
      (on) =>
        writeFile(join(on.player.root.path, 'root.json'), '').then(() =>
          on.player.root.fs.unlink(join(on.player.root.path, 'root.json')),
        ),
    ],
  ];

describe('row 68 · is refused:', () => {
  test.each(attacks)('%s', async (_, code, attack) => {
    const on = await attacked();
    await attack(on);
    const updates = await on.player.open();
    await expect(updates.now()).rejects.toMatchObject({ code });
    expect(updates.status()).toMatchObject({ lastError: { code }, state: 'waiting', trial: null });
    // Nothing of it can reach the screen, and the player installs a good release as soon as there is one.
    expect(await updates.see(playing)).toBe('stay');
    expect(await on.player.root.state()).toMatchObject({ current: 'factory', trial: null });
    expect(await readdir(join(on.player.root.path, 'releases')).catch(() => [])).toEqual([]);
  });

  test('the right folder without an attack is not', async () => {
    const on = await attacked();
    expect(await (await on.player.open()).now()).toMatchObject({ state: 'ready', lastError: null });
    reportRow(68, { note: `${attacks.length} attacks, each refused with its code` });
  });
});

test('what was refused harms nothing: the same player takes the release when the attack is over', async () => {
  const on = await attacked();
  on.answer((path, response) => isPackage(path) && endless(response));
  const updates = await on.player.open();
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-wrong-length' });
  on.answer(null);
  expect(await updates.now()).toMatchObject({ state: 'ready' });
});

test('a clock that is not trusted stops updates: with it everything that was ever signed would be good', async () => {
  const on = await attacked();
  const updates = await on.player.open('factory', '1.0.0', { isClockTrusted: () => false });
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-clock' });
  expect(on.server.requested).toEqual([]);
});

test('a disk without room for a second release is reported before any download', async () => {
  const on = await attacked();
  const updates = await on.player.open('factory', '1.0.0', { floorBytes: 2 ** 50 });
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-no-space' });
  expect(on.server.requested.filter(isPackage)).toEqual([]);
});

test('a release for another machine, channel or older player is not offered', async () => {
  const on = await attacked();
  const file = await makePackage('2.0.0');
  await changeTargets(on.publisher.needs, () => ({}));
  await publish(on.publisher, '2.1.0', file, { architecture: 'win32-x64' });
  await publish(on.publisher, '2.2.0', file, { channel: 'beta' });
  await publish(on.publisher, '2.3.0', file, { oldestFrom: '1.5.0' });
  await expect((await on.player.open()).now()).rejects.toMatchObject({ code: 'update-none' });
});

test('a player that was off for a year follows every root that came meanwhile', async () => {
  const on = await attacked();
  await on.believe();
  let { signers } = on.publisher.needs;
  for (let year = 0; year < 3; year++) {
    const fresh = [...offlineKeys(), ...onlineKeys()];
    await renew(on.publisher.with({ signers: [...signers, ...fresh] }), fresh);
    signers = fresh;
  }
  expect(await (await on.player.open()).now()).toMatchObject({ state: 'ready' });
  expect((await on.player.root.state()).floors.root).toBe(4);
});

test('a download that broke off goes on where it ended, in another run of the player', async () => {
  const on = await attacked();
  const path = await makePackage('2.5.0', '', '2.5.0', 3_000_000);
  await publish(on.publisher, '2.5.0', path);
  let cuts = 0;
  on.answer((requested, response) => {
    if (!isPackage(requested) || cuts++ > 0) return false;
    void readFile(path).then((bytes) => {
      response.writeHead(200, { 'content-length': bytes.length, etag: '"same"' });
      response.write(bytes.subarray(0, 2_500_000), () => response.destroy());
    });
    return true;
  });
  const first = await on.player.open();
  await expect(first.now()).rejects.toMatchObject({ kind: 'temporary' });
  const again = openRoot(on.player.root.path, { url: on.server.url });
  const parts = await readdir(again.root.parts);
  expect(parts).toHaveLength(2);
  expect(await (await again.open()).now()).toMatchObject({ state: 'ready' });
  expect(await readdir(again.root.parts)).toEqual([]);
});

test('a stick that is half copied, foreign or older is refused like a server', async () => {
  const on = await attacked();
  const updates = await on.player.open();
  const path = join(on.folder.packages, `${on.sha}.vitrine-2.0.0.tar.gz`);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length / 2));
  await expect(updates.from(on.folder.path)).rejects.toMatchObject({ code: 'update-wrong-length' });
  await writeFile(path, Buffer.alloc(bytes.length));
  await expect(updates.from(on.folder.path)).rejects.toMatchObject({ code: 'update-wrong-hash' });
  const foreign = await site();
  closing.push(foreign.server.close);
  await expect(updates.from(foreign.publisher.needs.folder.path)).rejects.toMatchObject({
    code: 'update-not-signed',
  });
  await writeFile(path, bytes);
  expect(await updates.from(on.folder.path)).toMatchObject({ state: 'ready' });
});

test('a stick of last month is refused, and so is one that cannot be read', async () => {
  const on = await attacked();
  const old = join(on.player.root.path, 'old stick');
  await cp(on.folder.path, old, { recursive: true });
  await publish(on.publisher, '2.1.0', await makePackage('2.1.0'));
  const updates = await on.player.open();
  await updates.from(on.folder.path);
  await expect(updates.from(old)).rejects.toMatchObject({ code: 'update-rolled-back' });
  await rm(join(old, 'metadata'), { recursive: true });
  await expect(updates.from(old)).rejects.toMatchObject({ code: 'update-not-found' });
  await writeFile(join(old, 'metadata'), 'a file in place of a folder');
  await expect(updates.from(old)).rejects.toMatchObject({ code: 'update-not-found' });
  const [package_ = ''] = (await readdir(on.folder.packages)).filter((name) => name.includes('2.1.0'));
  await rm(join(on.folder.packages, package_));
  await mkdir(join(on.folder.packages, package_));
  const fresh = openRoot((await attacked()).player.root.path, { url: null });
  await writeFile(join(fresh.root.path, 'root.json'), on.publisher.root);
  await expect((await fresh.open()).from(on.folder.path)).rejects.toMatchObject({ code: 'update-not-found' });
});

test('keys that expired while the player was off do not lock it out when they were renewed meanwhile', async () => {
  const old = await publisher(Date.now() - 800 * day);
  const player = await playerRoot(old.root, { url: null });
  const updates = await player.open();
  const { path } = old.needs.folder;
  await expect(updates.from(path)).rejects.toMatchObject({ code: 'update-expired' });
  const now = old.with({ now: Date.now() });
  await renew(now, []);
  await publish({ needs: now }, '2.0.0', await makePackage('2.0.0'));
  expect(await updates.from(path)).toMatchObject({ state: 'ready', lastError: null });
});

test('two updates at once are one', async () => {
  const on = await attacked();
  const updates = await on.player.open();
  const first = updates.now();
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-busy' });
  expect(await first).toMatchObject({ state: 'ready' });
});
