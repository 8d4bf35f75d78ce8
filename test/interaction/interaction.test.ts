import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { InteractiveEvents, Key, Touch } from '../../src/main/host/host.ts';
import { areasOf } from '../../src/main/interaction/areas.ts';
import { Interaction } from '../../src/main/interaction/interaction.ts';
import type { Showing } from '../../src/main/show/events.ts';
import type { ScreenStatus } from '../../src/main/show/screen-status.ts';
import { ManualClock } from '../support/manual-clock.ts';

const display = { id: 'a', left: 0, top: 0, width: 1920, height: 1080, primary: true };

let clock: ManualClock;
let done: string[];
let showings: Showing[];
let logged: string[];
let touch: ((touch: Touch) => void) | null;
let press: (key: Key) => void;
let f9: ((isDown: boolean) => void) | undefined;
let above: { say(text: string | null): void; leave(): Promise<void> } | null;
let events: InteractiveEvents | null;
let wanted: 'on' | 'off';
let isInterrupted: boolean;
let openFails: boolean;
let watching: Promise<void>;
let opening: Promise<void>;
let unwanted: AbortSignal | null;
let isLoggingIn: boolean;
let address: string | null;
let fromCms: boolean;
let idleSeconds: number | null;
let withLogins: boolean;
let entry: string;
let zones: ScreenStatus['zones'];
let interaction: Interaction;

beforeEach(() => {
  clock = new ManualClock();
  [done, showings, logged] = [[], [], []];
  [touch, events, wanted, isInterrupted, openFails] = [null, null, 'on', false, false];
  [isLoggingIn, withLogins] = [false, false];
  [watching, opening, unwanted] = [Promise.resolve(), Promise.resolve(), null];
  address = 'http://page.example/';
  [fromCms, idleSeconds, entry, zones] = [true, null, 'e1', undefined];
  const held = { ended: new Promise<void>(() => undefined) };
  const keyboard = Promise.withResolvers<void>();
  interaction = new Interaction({
    clock,
    log: createLog(({ message }) => logged.push(message)),
    configured: {
      get config() {
        return { interaction: { address, fromCms, hosts: [], idleSeconds, withLogins, bar: true } } as never;
      },
      language: 'en',
    },
    show: {
      places: () => [{ screenId: '1', display, rotation: 0 }],
      service: (_, shown) => done.push(shown === null ? 'panel off' : `panel ${shown.title}`),
      isInterrupted: () => isInterrupted,
      zoneAt: (_, x) => (x > 1000 ? null : x < 500 ? 'left' : 'right'),
      status: () => [
        { id: '1', nowPlaying: { entryId: entry }, ...(zones ? { zones } : {}) } as ScreenStatus,
      ],
    },
    displays: { wanted: () => wanted },
    notices: { showing: (showing) => showings.push(showing) },
    service: { isOpen: false, corner: null },
    login: {
      get isOpen() {
        return isLoggingIn;
      },
      offers: () => [],
      say: () => undefined,
      leave: async () => undefined,
      look: () => undefined,
      stop: () => undefined,
    },
    logins: {
      cookiesOf: (page) => [{ name: 'session', value: page, path: '/', expiresAt: null }],
    },
    setup: {
      now: null,
      heardKey: (isDown, given) => {
        above = given;
        done.push(`F9 ${isDown ? 'down' : 'up'}`);
      },
    },
    host: () => ({
      watchTouches: async (_, heard) => {
        await watching;
        touch = heard;
        return {
          ...held,
          letGo: () => {
            touch = null;
          },
        };
      },
      hearKeys: async (heard, heardF9) => {
        [press, f9] = [heard, heardF9];
        return {
          ended: keyboard.promise,
          arrange: async () => true,
          letGo: () => {
            done.push('keyboard free');
            keyboard.resolve();
          },
        };
      },
      openInteractive: async (_, { address: opened, headers, isFromCms, cookies }, given, signal) => {
        unwanted = signal;
        await opening;
        if (openFails) throw new Error('the browser does not start');
        done.push(`open ${opened}`);
        for (const { name, value } of cookies) done.push(`with ${name} of ${value}`);
        if (isFromCms) done.push(`as the CMS says ${JSON.stringify(headers)}`);
        events = given;
        return {
          countDown: (seconds) => done.push(`count ${seconds}`),
          say: (text) => done.push(`say ${text}`),
          key: (key) => done.push(`key ${'text' in key ? key.text : key.name}`),
          login: async () => ({ begunAt: null, cookies: [] }),
          close: () => done.push('close'),
        };
      },
    }),
  });
});

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
async function tap(x = 5): Promise<void> {
  touch?.({ x, y: 5, isDown: true });
  touch?.({ x: x + 600, y: 5, isDown: true });
  touch?.({ x: x + 600, y: 5, isDown: false });
  await settle();
}
async function open(): Promise<void> {
  interaction.look();
  await settle();
  await tap();
}
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await clock.advance(1_000);
    await settle();
  }
}
const isClosed = () => done.includes('close');

test('without an address no touch is received', async () => {
  address = null;
  await open();
  expect([touch, done]).toEqual([null, []]);
});

test('a message does not wait for a page that is still opening', async () => {
  const hanging = Promise.withResolvers<void>();
  opening = hanging.promise;
  await open();
  expect(unwanted?.aborted).toBe(false);
  isInterrupted = true;
  interaction.look();
  expect(unwanted?.aborted).toBe(true);
  hanging.reject(new Error('unwanted'));
  await settle();
  expect(logged).not.toContain('An interactive page could not be opened');
});

test('a page that is there is not given up while it is left', async () => {
  await open();
  events?.left();
  expect([unwanted?.aborted, isClosed()]).toEqual([false, true]);
});

test('touches that could not be watched before the display was off end no later watch', async () => {
  const hanging = Promise.withResolvers<void>();
  watching = hanging.promise;
  interaction.look();
  wanted = 'off';
  interaction.look();
  [wanted, watching] = ['on', Promise.resolve()];
  await open();
  expect(done).toContain('open http://page.example/');
  hanging.reject(new Error('the X server did not answer'));
  await settle();
  expect(isClosed()).toBe(false);
});

test('while an operator logs in, no touch is received', async () => {
  isLoggingIn = true;
  await open();
  expect([touch, done]).toEqual([null, []]);
});

test('a touch opens the page, with a panel until it is there', async () => {
  await open();
  expect(done).toEqual(['panel One moment…', 'open http://page.example/', 'panel off']);
  expect(touch).toBeNull();
});

test('a kept login is used only where the configuration says so', async () => {
  withLogins = true;
  await open();
  expect(done).toContain('with session of http://page.example/');
});

test('the show returns after the idle time, and input in the count-down stops it', async () => {
  await open();
  await pass(49);
  expect(done).not.toContain('count 10');
  await pass(3);
  expect(done.filter((one) => one.startsWith('count'))).toEqual(['count 10', 'count 9', 'count 8']);
  events?.input('press');
  expect(done.at(-1)).toBe('count null');
  await pass(59);
  expect(isClosed()).toBe(false);
  await pass(1);
  expect(isClosed()).toBe(true);
  await settle();
  expect(touch).not.toBeNull();
});

test('a stuck touch panel leads back to the show, touches rest for a minute, and it is reported until one ends', async () => {
  await open();
  events?.input('press');
  for (let i = 0; i < 60; i++) {
    expect(interaction.stuck).toEqual([]);
    await pass(10);
    events?.input('drag');
  }
  expect(isClosed()).toBe(true);
  expect(logged.join()).toContain('stuck');
  await pass(50);
  interaction.look();
  await settle();
  expect(touch).toBeNull();
  await pass(10);
  interaction.look();
  await settle();
  expect(interaction.stuck).toEqual(['1']);
  // The finger of before is lifted: it opens nothing.
  done = [];
  touch?.({ x: 5, y: 5, isDown: false });
  expect(done).toEqual([]);
  await tap();
  expect(done).toContain('open http://page.example/');
  expect(interaction.stuck).toEqual([]);
});

test('a touch of the show that does not end is reported, and opens nothing', async () => {
  interaction.look();
  await settle();
  touch?.({ x: 5, y: 5, isDown: true });
  await pass(599);
  expect([interaction.stuck, touch === null]).toEqual([[], false]);
  await pass(1);
  expect([interaction.stuck, touch]).toEqual([['1'], null]);
  expect(done).toEqual([]);
  address = null;
  interaction.look();
  expect(interaction.stuck).toEqual([]);
});

test('a finger that rests while another one taps is a stuck panel all the same', async () => {
  await open();
  events?.input('press');
  events?.input('press');
  events?.input('release');
  for (let i = 0; i < 60; i++) {
    events?.input('drag');
    await pass(10);
  }
  expect(interaction.stuck).toEqual(['1']);
});

test.each(['touches that end', 'a wheel', 'keys'])('a long use with %s is no stuck panel', async (how) => {
  await open();
  for (let i = 0; i < 100; i++) {
    if (how === 'a wheel') events?.input('other');
    else if (how === 'keys') press({ text: 'a' });
    else for (const kind of ['press', 'release'] as const) events?.input(kind);
    await pass(10);
  }
  expect([isClosed(), interaction.stuck]).toEqual([false, []]);
});

test('keys go to the page, and Escape leads back to the show', async () => {
  await open();
  press({ text: 'q' });
  expect(done.at(-1)).toBe('key q');
  press({ name: 'Escape' });
  expect(done).toContain('close');
  expect(done).toContain('keyboard free');
});

test('F9 reaches setup, whose count-down is above the page, and which gets the keyboard', async () => {
  await open();
  f9?.(true);
  expect(done.at(-1)).toBe('F9 down');
  above?.say('Keep holding: 3');
  expect(done.at(-1)).toBe('say Keep holding: 3');
  await pass(59);
  f9?.(false);
  await pass(59);
  expect(isClosed()).toBe(false);
  await above?.leave();
  expect(done.slice(-3)).toEqual(['keyboard free', 'close', 'panel off']);
});

test('nothing is said above a page that is not open', async () => {
  interaction.look();
  await settle();
  interaction.say('1', 'Keep holding: 3');
  await interaction.leave();
  expect(done).toEqual([]);
});

test.each([
  [
    'a message above the show',
    () => {
      isInterrupted = true;
    },
  ],
  [
    'a display that goes off',
    () => {
      wanted = 'off';
    },
  ],
  [
    'a change of the setting',
    () => {
      address = 'http://other.example/';
    },
  ],
])('%s ends the page', async (_, happens) => {
  await open();
  happens();
  interaction.look();
  expect(isClosed()).toBe(true);
});

test('proof of play has the length and the number of touches', async () => {
  await open();
  for (const kind of ['press', 'release', 'other', 'press', 'release'] as const) events?.input(kind);
  await pass(5);
  events?.left();
  const [started, ended] = showings;
  expect(showings).toHaveLength(2);
  expect(started).toMatchObject({ type: 'started', screenId: '1', entryId: 'interaction' });
  expect(ended).toMatchObject({ type: 'ended', outcome: 'completed', reason: 'touches 2' });
  expect((ended?.at ?? 0) - (started?.at ?? 0)).toBe(5_000);
});

test('a browser that does not start leaves the show, and is tried again after ten seconds', async () => {
  openFails = true;
  await open();
  expect([done.at(-1), showings, touch]).toEqual(['panel off', [], null]);
  await pass(10);
  openFails = false;
  await open();
  expect(done).toContain('open http://page.example/');
});

test('the browser of the page ends by itself: the show is there, and the keyboard is free', async () => {
  await open();
  events?.ended();
  expect(done).toContain('keyboard free');
  expect(showings).toHaveLength(2);
});

test.each([
  [{ left: 0, top: 0, width: 90, height: 90 }],
  [{ left: 1830, top: 0, width: 90, height: 90 }],
  [{ left: 0, top: 990, width: 90, height: 90 }],
  [{ left: 1830, top: 990, width: 90, height: 90 }],
])('the corner of the service menu is left out: %o', (corner) => {
  const isIn = (x: number, y: number) =>
    areasOf(display, corner).filter(
      ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
    ).length;
  const isCorner = (x: number, y: number) =>
    x >= corner.left && x < corner.left + 90 && y >= corner.top && y < corner.top + 90;
  for (let x = 15; x < display.width; x += 30)
    for (let y = 15; y < display.height; y += 30) expect(isIn(x, y)).toBe(isCorner(x, y) ? 0 : 1);
});

describe('what the CMS has a touch open', () => {
  const page = (name: string, seconds: number | null = null) => ({
    address: `http://${name}.example/`,
    headers: {},
    seconds,
  });
  const opened = () => done.find((one) => one.startsWith('open'));
  beforeEach(() => {
    address = null;
  });

  test('opens where the configuration names no page, with the headers of that page', async () => {
    interaction.offer({ screen: { ...page('cms'), headers: { 'X-Shop': '4' } }, entries: {} });
    await open();
    expect(done).toContain('open http://cms.example/');
    expect(done).toContain('as the CMS says {"X-Shop":"4"}');
  });

  test('gives way to the configuration, which may also refuse it', async () => {
    interaction.offer({ screen: page('cms'), entries: { e1: page('own') } });
    address = 'http://page.example/';
    await open();
    expect(done).toContain('open http://page.example/');
    expect(done.join()).not.toContain('as the CMS says');
    events?.left();
    [address, fromCms, done] = [null, false, []];
    await open();
    expect([touch, done]).toEqual([null, []]);
  });

  test.each([
    ['e1', 'open http://own.example/'],
    ['e2', 'open http://cms.example/'],
    ['constructor', 'open http://cms.example/'],
  ])('is the page of the entry that plays, else that of the screen: %s', async (now, expected) => {
    interaction.offer({ screen: page('cms'), entries: { e1: page('own') } });
    entry = now;
    await open();
    expect(opened()).toBe(expected);
  });

  test.each([
    [5, 'open http://own.example/'],
    [505, 'open http://other.example/'],
    [1005, 'open http://cms.example/'],
  ])('is that of the zone in which a touch begins, else that of the screen: %s', async (x, expected) => {
    const playing = (id: string, entryId: string) => ({ id, nowPlaying: { entryId } }) as never;
    zones = [playing('left', 'e1'), playing('right', 'e2')];
    interaction.offer({ screen: page('cms'), entries: { e1: page('own'), e2: page('other') } });
    interaction.look();
    await settle();
    await tap(x);
    expect(opened()).toBe(expected);
  });

  test('is nothing in a zone without one, when the screen has none', async () => {
    zones = [
      { id: 'left', nowPlaying: { entryId: 'e1' } },
      { id: 'right', nowPlaying: null },
    ] as never;
    interaction.offer({ screen: null, entries: { e1: page('own') } });
    interaction.look();
    await settle();
    await tap(505);
    expect(done).toEqual([]);
    await tap(5);
    expect(opened()).toBe('open http://own.example/');
  });

  test('is nothing while an entry without a page plays', async () => {
    interaction.offer({ screen: null, entries: { e1: page('own') } });
    entry = 'e2';
    await open();
    expect(done).toEqual([]);
    entry = 'e1';
    await tap();
    expect(opened()).toBe('open http://own.example/');
  });

  test.each([
    [30, null, 30],
    [30, 20, 20],
    [1, null, 15],
    [1e9, null, 3_600],
    [null, null, 60],
  ])('returns after the %s s of the CMS and %s s of the configuration: %s s', async (ofCms, own, expected) => {
    idleSeconds = own;
    interaction.offer({ screen: page('cms', ofCms), entries: {} });
    await open();
    await pass(expected - 1);
    expect(isClosed()).toBe(false);
    await pass(1);
    expect(isClosed()).toBe(true);
  });

  test('ends an open page when it has changed, and only then', async () => {
    interaction.offer({ screen: page('cms'), entries: {} });
    await open();
    interaction.offer({ screen: page('cms'), entries: {} });
    interaction.look();
    expect(isClosed()).toBe(false);
    interaction.offer({ screen: page('other'), entries: {} });
    interaction.look();
    expect(isClosed()).toBe(true);
  });
});
