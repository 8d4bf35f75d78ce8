import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalize } from '@tufjs/canonical-json';
import { afterEach, expect, test } from 'vitest';
import { keyId, type Signer } from '../../src/main/operator/keys.ts';
import { renew } from '../../src/main/operator/publish.ts';
import { offlineKeys, onlineKeys } from '../release/support/publisher.ts';
import { slow } from '../support/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';
import { installerOn, never, onStick } from '../update/support/installer.ts';
import { makePackage, publish, site } from '../update/support/site.ts';

const day = 86_400_000;
const far = 1_000_000_000;
let closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function offered() {
  const made = await site();
  closing.push(made.server.close);
  const { needs } = made.publisher;
  const sha = await publish(made.publisher, '2.0.0', await makePackage('2.0.0'));
  const file = (name: string): string => join(needs.folder.metadata, name);
  /** Publishes as a thief of a key: a file's signed part after `change`, signed again. */
  const forge = async (
    name: string,
    to: string,
    keys: readonly Signer[],
    change: object,
  ): Promise<string> => {
    const signed = { ...JSON.parse(await readFile(file(name), 'utf8')).signed, ...change };
    const bytes = Buffer.from(canonicalize(signed));
    const signatures = keys.map((key) => ({ keyid: keyId(key.public), sig: key.sign(bytes) }));
    const text = canonicalize({ signatures, signed });
    await writeFile(file(to), text);
    return text;
  };
  return { ...made, sha, file, forge };
}

type Offered = Awaited<ReturnType<typeof offered>>;

/** The thief leaves versions that no honest publisher reaches; the player trusts them. */
async function stolen(
  { forge, file, publisher: { needs } }: Offered,
  role: 'timestamp' | 'online' | 'targets',
) {
  const honest = await readFile(file('timestamp.json'), 'utf8');
  const [, , , targetsKey, snapshotKey, timestampKey] = needs.signers as readonly [Signer, ...Signer[]];
  if (!targetsKey || !snapshotKey || !timestampKey) throw new Error('keys are missing');
  const described = (text: string, version = far) => ({
    version,
    length: Buffer.byteLength(text),
  });
  if (role === 'timestamp') await forge('timestamp.json', 'timestamp.json', [timestampKey], { version: far });
  else {
    const targets =
      role === 'targets'
        ? {
            'targets.json': described(
              await forge('2.targets.json', `${far}.targets.json`, [targetsKey], { version: far }),
            ),
          }
        : JSON.parse(await readFile(file('2.snapshot.json'), 'utf8')).signed.meta;
    const snapshot = await forge('2.snapshot.json', `${far}.snapshot.json`, [snapshotKey], {
      version: far,
      meta: targets,
    });
    const meta = { 'snapshot.json': described(snapshot) };
    await forge('timestamp.json', 'timestamp.json', [timestampKey], { version: far, meta });
  }
  return () => writeFile(file('timestamp.json'), honest);
}

const exchanges = [
  ['the key for timestamps', 'timestamp', onlineKeys],
  ['both online keys', 'online', onlineKeys],
  ['every key but those of root', 'targets', () => [...offlineKeys().slice(3), ...onlineKeys()]],
] as const;

/** The publisher continues from its own folder, with fresh keys. */
async function exchanged(
  { publisher: { needs, with: as } }: Offered,
  fresh: readonly Signer[],
): Promise<void> {
  await renew(as({ signers: [...needs.signers, ...fresh] }), fresh);
}

test.each(
  exchanges,
)('row 89 · %s stolen and misused: updates go on once it is exchanged', async (_, role, fresh) => {
  const on = await offered();
  const restore = await stolen(on, role);
  const player = await on.player.open('factory', '9.0.0');
  await player.now().catch(() => undefined);
  expect((await on.player.root.state()).floors.timestamp).toBe(far);
  await restore();
  // With unchanged keys an older version stays refused.
  await expect(player.now()).rejects.toMatchObject({ code: 'update-rolled-back' });
  await exchanged(on, fresh());
  expect(await (await on.player.open()).now()).toMatchObject({ state: 'ready', lastError: null });
  reportRow(89, { note: `${exchanges.length} thefts, each over once the keys are exchanged` });
});

test.each(exchanges)('row 89 · %s stolen: root’s installer continues too', async (_, role, fresh) => {
  const on = await offered();
  const restore = await stolen(on, role);
  const path = on.player.root.path;
  const { requested, close } = await installerOn(join(path, 'installer'), join(path, 'root.json'));
  closing.push(close);
  const stick = on.publisher.needs.folder.path;
  const take = async () => {
    const { release, file, source } = await onStick(stick, on.publisher.root, on.sha);
    await requested.take(release, file, source, never);
  };
  await take();
  await requested.tidy(new Set());
  await restore();
  await expect(take()).rejects.toMatchObject({ code: 'update-rolled-back' });
  await exchanged(on, fresh());
  await take();
  expect(await requested.has(on.sha)).toBe(true);
});

test('row 89 · killed after either half of its trusted state was written, the player continues', async () => {
  const on = await offered();
  const restore = await stolen(on, 'timestamp');
  const { root } = on.player;
  await (await on.player.open('factory', '9.0.0')).now().catch(() => undefined);
  const kept = await readFile(join(root.path, 'metadata'), 'utf8');
  const floors = (await root.state()).floors;
  await restore();
  await exchanged(on, onlineKeys());
  await (await on.player.open('factory', '9.0.0')).now().catch(() => undefined);
  const [newKept, newState] = [await readFile(join(root.path, 'metadata'), 'utf8'), await root.state()];
  await writeFile(join(root.path, 'metadata'), kept);
  expect(await (await on.player.open()).now()).toMatchObject({ state: 'ready' });
  await writeFile(join(root.path, 'metadata'), newKept);
  await root.keep({ ...newState, floors });
  expect(await (await on.player.open()).now()).toMatchObject({ state: 'ready' });
});

test('row 89 · after a key exchange the new minimum versions hold, even if the metadata are lost', async () => {
  const on = await offered();
  await exchanged(on, onlineKeys());
  const { needs } = on.publisher;
  await writeFile(join(on.player.root.path, 'metadata'), 'rotten');
  const old = await readFile(on.file('timestamp.json'), 'utf8');
  const fresh = onlineKeys();
  await exchanged(on, fresh);
  const afterwards = await readFile(on.file('timestamp.json'), 'utf8');
  await renew(on.publisher.with({ signers: [...needs.signers, ...fresh] }), []);
  const player = await on.player.open('factory', '9.0.0');
  await player.now().catch(() => undefined);
  expect(old).not.toBe(afterwards);
  await writeFile(on.file('timestamp.json'), afterwards);
  await writeFile(join(on.player.root.path, 'metadata'), 'rotten');
  await expect(player.now()).rejects.toMatchObject({ code: 'update-rolled-back' });
});

test(
  'row 89 · metadata seen to expire stay expired when the clock is set back, and fresh ones are accepted',
  slow,
  async () => {
    const on = await offered();
    const at = Date.now();
    const clock = new ManualClock({ at });
    const player = await on.player.open('factory', '1.0.0', { clock });
    expect(await player.now()).toMatchObject({ state: 'ready' });
    clock.set(at + 31 * day);
    await expect(player.now()).rejects.toMatchObject({ code: 'update-expired' });
    clock.set(at);
    await expect((await on.player.open('factory', '1.0.0', { clock })).now()).rejects.toMatchObject({
      code: 'update-expired',
    });
    // A clock that once showed a far future blocks nothing forever.
    clock.set(at + 50 * 365 * day);
    await expect(player.now()).rejects.toMatchObject({ code: 'update-expired' });
    clock.set(at);
    await renew(on.publisher.with({ now: Date.now() + day }), []);
    expect(await (await on.player.open('factory', '1.0.0', { clock })).now()).toMatchObject({
      state: 'ready',
    });
  },
);
