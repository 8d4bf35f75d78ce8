import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { PossibleSetup } from '../../src/main/setup/possible-setup.ts';
import type { Standby } from '../../src/shared/messages.ts';
import { demo, token } from '../cms/support.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { standbyOf } from '../support/standby.ts';
import { choice, TestPhone } from './support.ts';

type Needs = ConstructorParameters<typeof PossibleSetup>[0];

interface World {
  readonly configured?: boolean;
  /** False: no network. */
  readonly network?: boolean;
  readonly fixed?: Needs['configured']['sourceFixedBy'];
  readonly mayBeSetUp?: boolean;
  /** Settings of `setup`. */
  readonly setup?: object;
}

/** A player with its show and everything that setup needs. */
async function player(world: World = {}) {
  const { configured = true, network = true, fixed = null, mayBeSetUp = true } = world;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-possible-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    VITRINE_DATA_DIR: dataDir,
    VITRINE_SETUP_PORT: '0',
    VITRINE_SETUP_ADDRESS: network ? '127.0.0.1' : '192.0.2.77',
  };
  const source = { cms: { url: 'https://cms.example/', token: 't' }, device: '3' };
  const sources = { env, setup: { ...(configured ? source : {}), setup: world.setup ?? {} } };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  const clock = new ManualClock();
  const shown: Standby[] = [];
  const lines: LogLine[] = [];
  const events: string[] = [];
  const now: { edition: string | null; plays: boolean } = { edition: null, plays: false };
  let heard: (isDown: boolean) => void = () => undefined;
  let watched = 0;
  let lose = (): void => undefined;
  const possible = new PossibleSetup({
    sources: mayBeSetUp ? { env } : undefined,
    configured: {
      config,
      language: 'en',
      sourceFixedBy: fixed,
      use: async () => void events.push('used'),
      change: async (...change) => void events.push(`changed ${JSON.stringify(change)}`) as never,
      undo: async () => void events.push('undone') as never,
    },
    clock,
    log: createLog((line) => lines.push(line)),
    show: {
      sights: () => [{ plays: now.plays }] as never,
      capture: async (screenId) => ({ mimeType: 'image/png', bytes: Buffer.from(`screen ${screenId}`) }),
      standby: (standby) => void shown.push(standby),
    },
    planned: ['7'],
    env: {},
    host: () => ({
      hearKeys: async () => null,
      watchKey: async (hears) => {
        heard = hears;
        watched++;
        const ended = Promise.withResolvers<void>();
        lose = ended.resolve;
        return {
          ended: ended.promise,
          letGo: () => {
            events.push('let go');
            ended.resolve();
          },
        };
      },
    }),
    vitals: () => ({ edition: now.edition }),
    page: () => 'http://127.0.0.1:8781/',
    open: async () => ({ addresses: [], password: 'made' }),
  });
  onTestFinished(() => possible.stop());
  possible.standby.say(standbyOf({ language: 'en' }));
  const seen = () => shown.at(-1);
  const look = async (): Promise<void> => {
    possible.look();
    await expect.poll(() => possible.look() === undefined && watched).toBeTypeOf('number');
    await clock.advance(0);
  };
  /** A phone that has scanned the code. */
  const phone = (address: string | null) => {
    const link = new URL(address ?? '');
    const made = TestPhone.withCode(Buffer.from(link.hash.slice(1), 'base64url'));
    return async (ask: unknown) => {
      const sealed = made.says(ask);
      const response = await fetch(new URL('/setup/say', link), {
        method: 'POST',
        body: JSON.stringify(sealed),
      });
      const { box } = (await response.json()) as { readonly box: string };
      return made.opens(sealed, box) as { readonly answer: Record<string, unknown> };
    };
  };
  const holds = (isDown: boolean): void => heard(isDown);
  return {
    lose: () => lose(),
    possible,
    clock,
    events,
    lines,
    now,
    seen,
    look,
    holds,
    phone,
    watched: () => watched,
    dataDir,
  };
}

describe('a player without CMS and cache', () => {
  test('shows the invitation on its standby screen, and none where setup is disabled', async () => {
    const { possible, seen } = await player({ configured: false });
    await possible.prepare();
    possible.start();
    await expect.poll(() => possible.shown?.typed.length).toBe(2);
    expect(possible.ports()).toHaveLength(1);
    possible.standby.say(standbyOf({ kind: 'setup', language: 'en' }));
    expect(seen()?.invitation?.code).toBeTruthy();

    const closed = await player({ configured: false, mayBeSetUp: false });
    await closed.possible.prepare();
    expect([closed.possible.now, closed.possible.shown, closed.possible.ports()]).toEqual([null, null, []]);
  });

  test('is a player like any other two minutes after its setup: it can be set up again', async () => {
    const { possible, phone, clock, watched, look, events } = await player({ configured: false });
    await possible.prepare();
    possible.start();
    await expect.poll(() => possible.now?.phones.link).toBeTruthy();
    const say = phone(possible.now?.phones.link ?? null);
    const cms = await demo();
    await say({ act: 'connect', url: cms.baseUrl, token });
    await say({ act: 'choose', ...choice });
    await say({ act: 'finish' });
    expect(events).toEqual(['used']);
    await clock.advance(2 * 60_000);
    await expect.poll(() => possible.now).toBeNull();
    await look();
    expect(watched()).toBe(1);
  });

  test('does not invite to setup once it has a CMS and an assignment', async () => {
    const { possible } = await player();
    await possible.prepare();
    expect(possible.now).toBeNull();
  });
});

describe('setting up a player that plays', () => {
  test('returns the address of the guide, and the same one while setup is open', async () => {
    const { possible, seen } = await player();
    const { address } = await possible.again(false);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#/);
    expect(await possible.again(false)).toEqual({ address });
    // The show goes on: the address is only in the answer.
    expect(seen()).toMatchObject({ kind: 'idle', title: 'Idle' });
    expect(seen()?.invitation).toBeUndefined();
  });

  test('covers the show at the screen, and shows how to leave', async () => {
    const { possible, seen } = await player();
    await possible.again(true);
    expect(seen()).toMatchObject({ kind: 'setup', inFront: true });
    expect(seen()?.invitation?.code).toBeTruthy();
    await possible.stop();
    expect(possible.now).toBeNull();
    expect(seen()).toMatchObject({ kind: 'idle', title: 'Idle' });
  });

  test.each([
    [
      'the environment names the CMS',
      { fixed: { kind: 'variable', name: 'VITRINE_CMS_URL' } },
      /VITRINE_CMS_URL/,
    ],
    ['it must not be set up', { mayBeSetUp: false }, /./],
    ['there is no network', { network: false }, /./],
  ] as const)('is refused where %s', async (_, world, why) => {
    const { possible } = await player(world);
    const refused = await possible.again(false).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'setup-again-not', message: expect.stringMatching(why) });
    expect(possible.now).toBeNull();
  });

  test('is possible at the screen without a network', async () => {
    const { possible } = await player({ network: false });
    expect(await possible.again(true)).toEqual({ address: null });
    expect(possible.now?.isInFront).toBe(true);
  });

  test('a cancel restores the old show until the new one is seen', async () => {
    const cms = await demo();
    for (const isSeen of [false, true]) {
      const { possible, events, now, phone } = await player();
      now.edition = 'old';
      const say = phone((await possible.again(false)).address);
      await say({ act: 'connect', url: cms.baseUrl, token });
      await say({ act: 'choose', ...choice });
      await say({ act: 'finish' });
      now.plays = true;
      // The old show still plays.
      expect((await say({ act: 'progress' })).answer).toMatchObject({ plays: false, picture: null });
      if (isSeen) now.edition = 'new';
      if (isSeen)
        expect((await say({ act: 'progress' })).answer).toMatchObject({
          plays: true,
          picture: `data:image/png;base64,${Buffer.from('screen 7').toString('base64')}`,
        });
      await say({ act: 'cancel' });
      expect(events).toEqual(isSeen ? ['used'] : ['used', 'undone']);
    }
  });
});

describe('F9 at the screen', () => {
  test('begins setup when held for five seconds, with a count-down above the show', async () => {
    const { possible, clock, seen, look, holds, events } = await player();
    await look();
    holds(true);
    expect(seen()).toMatchObject({ inFront: true, title: expect.stringContaining('5') });
    await clock.advance(2_000);
    expect(seen()?.title).toContain('3');
    await clock.advance(3_000);
    await expect.poll(() => possible.now?.isInFront).toBe(true);
    expect(events).toContain('let go');
  });

  test('is heard while another part holds the keyboard, which then says the count-down and gives way', async () => {
    const { possible, clock, look, events } = await player();
    const above = {
      say: (text: string | null) => void events.push(`say ${text}`),
      leave: async () => void events.push('leave'),
    };
    // Nothing watches for the key yet.
    possible.heardKey(true, above);
    expect(events).toEqual([]);
    await look();
    possible.heardKey(true, above);
    await clock.advance(5_000);
    await expect.poll(() => possible.now?.isInFront).toBe(true);
    expect(events[0]).toMatch(/^say .*5/);
    expect(events.slice(-3)).toEqual(['say null', 'let go', 'leave']);
  });

  test('leaves the show alone when released early', async () => {
    const { possible, clock, seen, look, holds } = await player();
    await look();
    holds(true);
    await clock.advance(2_000);
    holds(false);
    await clock.advance(10_000);
    expect([seen()?.title, seen()?.inFront, possible.now]).toEqual(['Idle', undefined, null]);
  });

  test('begins nothing once the player stops', async () => {
    const { possible, clock, seen, look, holds, events } = await player();
    await look();
    holds(true);
    await possible.stop();
    expect([seen()?.title, events]).toEqual(['Idle', ['let go']]);
    await clock.advance(10_000);
    expect(possible.now).toBeNull();
  });

  test.each([
    ['setup again is off', { setup: { again: false } }],
    ['the CMS is fixed', { fixed: { kind: 'variable', name: 'VITRINE_CMS_URL' } as const }],
    ['the keyboard is off', { setup: { keyboard: false } }],
    ['it must not be set up', { mayBeSetUp: false }],
  ])('is not watched where %s', async (_, world) => {
    const { watched, look } = await player(world);
    await look();
    expect(watched()).toBe(0);
  });

  test('is watched once, and every five seconds again after a lost display', async () => {
    const { possible, clock, watched, look, lose } = await player();
    await look();
    await clock.advance(60_000);
    await look();
    expect(watched()).toBe(1);
    lose();
    await clock.advance(4_999);
    await look();
    expect(watched()).toBe(1);
    await clock.advance(1);
    await look();
    expect(watched()).toBe(2);
    await possible.stop();
    await clock.advance(60_000);
    await look();
    expect(watched()).toBe(2);
  });
});
