import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { repositorySettings } from '../../packaging/repository/settings.ts';
import { slow } from '../support/limits.ts';
import { IsolatedApt } from './apt/isolated.ts';
import { AptPublisher } from './apt/publisher.ts';

const key = 'A'.repeat(40);
const address = 'https://acme.se/debian/';

describe('the settings of a repository', () => {
  it('are an address and keys', () => {
    const second = 'b'.repeat(40);
    const env = { VITRINE_REPOSITORY: address, VITRINE_REPOSITORY_KEYS: `${key}, ${second}\n` };
    const expected = { address: 'https://acme.se/debian', keys: [key, second.toUpperCase()] };
    expect(repositorySettings(env)).toEqual(expected);
  });

  it.each([
    [{ VITRINE_REPOSITORY_KEYS: key }, 'needs VITRINE_REPOSITORY, the address'],
    [{ VITRINE_REPOSITORY: address }, 'needs VITRINE_REPOSITORY_KEYS, the fingerprint'],
    [{ VITRINE_REPOSITORY: 'acme.se', VITRINE_REPOSITORY_KEYS: key }, 'give a real address'],
    [{ VITRINE_REPOSITORY: `${address}\nTrusted: yes`, VITRINE_REPOSITORY_KEYS: key }, 'give a real address'],
    // Another key can have the same last digits.
    [{ VITRINE_REPOSITORY: address, VITRINE_REPOSITORY_KEYS: '88E8E701' }, 'fingerprint of 40 digits'],
  ])('are refused: %j', (env, why) => {
    expect(() => repositorySettings(env)).toThrow(why);
  });

  it('are refused in a release build with an address that belongs to nobody', () => {
    const env = { VITRINE_REPOSITORY: 'https://example.com/debian', VITRINE_REPOSITORY_KEYS: key };
    expect(repositorySettings(env).address).toBe(env.VITRINE_REPOSITORY);
    expect(() => repositorySettings({ ...env, VITRINE_RELEASE_BUILD: '1' })).toThrow('give a real address');
  });
});

describe.skipIf(!existsSync('/usr/bin/apt-ftparchive'))('a repository', slow, () => {
  let publisher: AptPublisher;
  let first = '';
  let second = '';

  beforeAll(async () => {
    publisher = await new AptPublisher().listen();
    [first, second] = [publisher.key('first'), publisher.key('second')];
  });
  beforeEach(() => publisher.begin());
  afterAll(() => publisher.close());

  const keyring = (): string => join(publisher.repository, 'vitrine-archive-keyring.deb');
  const suite = (name: string): string => join(publisher.repository, 'dists/stable', name);
  const keyrings = (): number =>
    readdirSync(join(publisher.repository, 'pool/vitrine-archive-keyring')).length;
  const client = (): IsolatedApt => {
    const apt = new IsolatedApt(publisher.folder);
    apt.trust(keyring());
    return apt;
  };
  const updated = async (apt: IsolatedApt): Promise<string> => (await apt.run('update')).said;

  it('has every version of a package, and an index of an earlier day does not replace it', async () => {
    await publisher.publish([first], [publisher.tinyDeb('sign', '1')]);
    const apt = client();
    expect(await apt.run('update')).toMatchObject({ isDone: true });
    const index = ['InRelease', 'Release', 'Release.gpg'].map(
      (name) => [name, readFileSync(suite(name))] as const,
    );
    await publisher.publish([first], [publisher.tinyDeb('sign', '2')]);
    expect(await apt.run('update')).toMatchObject({ isDone: true });
    expect(keyrings()).toBe(1);
    for (const [name, bytes] of index) writeFileSync(suite(name), bytes);
    await apt.run('update');
    expect(await apt.run('download', 'sign')).toMatchObject({ isDone: true });
    expect(await apt.run('download', 'sign=1')).toMatchObject({ isDone: true });
    expect(apt.downloads).toEqual(['sign_1_all.deb', 'sign_2_all.deb']);
  });

  it('is no longer accepted when a byte of package, list or index differs', async () => {
    await publisher.publish([first], [publisher.tinyDeb('sign', '1')]);
    const change = (file: string, from: string, to: string): (() => void) => {
      const before = readFileSync(file);
      const after = Buffer.from(before.toString('latin1').replace(from, to), 'latin1');
      expect(after.equals(before)).toBe(false);
      writeFileSync(file, after);
      return () => writeFileSync(file, before);
    };
    const pool = join(publisher.repository, 'pool/sign/sign_1_all.deb');
    const back = change(pool, 'debian-binary', 'debian-binarx');
    const apt = client();
    await apt.run('update');
    expect(await apt.run('download', 'sign')).toMatchObject({
      isDone: false,
      said: expect.stringContaining('Hash Sum mismatch'),
    });
    back();
    expect(await apt.run('download', 'sign')).toMatchObject({ isDone: true });

    for (const name of ['Packages', 'Packages.gz']) rmSync(suite(`main/binary-amd64/${name}`));
    const lists = suite('main/binary-amd64/by-hash/SHA256');
    for (const name of readdirSync(lists)) writeFileSync(join(lists, name), 'Package: sign\nVersion: 3\n');
    expect(await client().run('update')).toMatchObject({
      isDone: false,
      said: expect.stringMatching(/unexpected size|Hash Sum mismatch/),
    });

    change(suite('InRelease'), 'Suite: stable', 'Suite: stabel');
    expect(await updated(client())).toMatch(/signatures were invalid|Bad signature|BADSIG/);
    rmSync(suite('InRelease'));
    change(suite('Release'), 'Suite: stable', 'Suite: stabel');
    expect(await updated(client())).toMatch(/signatures were invalid|Bad signature|BADSIG/);
    rmSync(suite('Release.gpg'));
    expect(await updated(client())).toContain('is not signed');
  });

  it('exchanges its key by an upgrade of its keyring, while both keys sign', async () => {
    const deb = publisher.tinyDeb('sign', '1');
    await publisher.publish([first], [deb]);
    const [upgraded, absent] = [client(), client()];
    await publisher.publish([second, first], [deb]);
    expect(keyrings()).toBe(2);
    for (const apt of [upgraded, absent])
      expect(await apt.run('update')).toMatchObject({
        isDone: true,
        said: expect.not.stringMatching(/^[WE]:/m),
      });
    await upgraded.run('download', 'vitrine-archive-keyring');
    const [newer = ''] = upgraded.downloads;
    expect(newer).toMatch(/^vitrine-archive-keyring_\d{8}\.\d{6}_all\.deb$/);
    upgraded.trust(keyring());
    await publisher.publish([second], [deb]);
    expect(await upgraded.run('update')).toMatchObject({ isDone: true });
    expect(await updated(absent)).toContain('NO_PUBKEY');
    // The last step of the exchange, and the remedy for one that has missed it.
    for (const apt of [upgraded, absent]) {
      apt.trust(keyring());
      expect(await apt.run('update')).toMatchObject({ isDone: true });
    }
    await publisher.publish([first], [deb]);
    for (const apt of [upgraded, absent]) expect(await updated(apt)).toContain('NO_PUBKEY');
  });

  it('refuses other bytes under a published version, an earlier day, and keys that cannot sign', async () => {
    const publish = (keys: readonly string[], content: string, env = {}) =>
      publisher.publish(keys, [publisher.tinyDeb('sign', '1', content)], env);
    await publish([first], 'a');
    await expect(publish([first], 'b')).rejects.toThrow(
      'sign_1_all.deb is in the repository with other bytes',
    );
    await expect(publish([first], 'a', { SOURCE_DATE_EPOCH: '1700000000' })).rejects.toThrow(
      'players would ignore this one',
    );
    await expect(publish([key], 'a')).rejects.toThrow(`There is no secret key ${key} in ${publisher.folder}`);
    const short = publisher.key('short', 'seconds=1');
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await expect(publish([short], 'a')).rejects.toThrow(`The key ${short} has expired`);
  });
});

test('a repository without its settings is not begun', async () => {
  const publisher = await new AptPublisher().listen();
  await expect(publisher.publish([], [])).rejects.toThrow('needs VITRINE_REPOSITORY_KEYS');
  expect(existsSync(publisher.repository)).toBe(false);
  await publisher.close();
});
