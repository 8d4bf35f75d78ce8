import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { InteractiveEvents } from '../../src/main/host/host.ts';
import type { PageLogin } from '../../src/main/host/page-logins.ts';
import { OperatorLogin } from '../../src/main/interaction/operator-login.ts';
import { ManualClock } from '../support/manual-clock.ts';

const address = 'https://board.example/login';
const display = { id: 'a', left: 0, top: 0, width: 1920, height: 1080, primary: true };
const place = { screenId: '1', display, rotation: 0 } as const;
const left: PageLogin = {
  begunAt: address,
  cookies: [{ name: 'a', value: 'b', path: '/', expiresAt: null }],
};

let clock: ManualClock;
let done: string[];
let kept: (readonly [string, PageLogin])[];
let outcome: 'kept' | 'none';
let isSaved: boolean;
let answers: boolean;
let isInterrupted: boolean;
let canOpen: boolean;
let events: InteractiveEvents | null;
let login: OperatorLogin;

beforeEach(() => {
  clock = new ManualClock();
  [done, kept, outcome, answers, isInterrupted, canOpen, events] = [[], [], 'kept', true, false, true, null];
  isSaved = true;
  login = new OperatorLogin({
    clock,
    log: createLog(() => undefined),
    configured: { config: { interaction: { logins: [address], hosts: [] } } as never, language: 'en' },
    show: {
      service: (_, shown) => done.push(shown === null ? 'panel off' : `panel ${shown.title}`),
      isInterrupted: () => isInterrupted,
    },
    displays: { wanted: () => 'on' },
    setup: { now: null, heardKey: () => undefined },
    logins: {
      keep: (page, given) => {
        kept.push([page, given]);
        return outcome;
      },
      settled: async () => isSaved,
    },
    host: () => ({
      hearKeys: async () => null,
      openInteractive: canOpen
        ? async (_, wanted, given) => {
            done.push(`open ${wanted.address} ${wanted.hasBar ? 'with' : 'without'} a bar`);
            events = given;
            return {
              countDown: () => undefined,
              say: (text) => done.push(`say ${text}`),
              key: () => undefined,
              login: () => (answers ? Promise.resolve(left) : Promise.reject(new Error('it hangs'))),
              close: () => done.push('close'),
            };
          }
        : null,
    }),
  });
});

async function settle(): Promise<void> {
  await clock.advance(1);
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
async function open(): Promise<void> {
  await login.offers(place)[0]?.run();
  await settle();
}

test('an operator who leaves the page leaves its cookies, and the screen says so', async () => {
  await open();
  expect(done).toContain(`open ${address} with a bar`);
  expect([login.isOpen, kept]).toEqual([true, []]);
  done = [];
  events?.left();
  await settle();
  expect(kept).toEqual([[address, left]]);
  expect(done).toEqual(['panel off', 'panel The login at board.example is kept.', 'close']);
  expect(login.isOpen).toBe(false);
  await clock.advance(5_000);
  expect(done.at(-1)).toBe('panel off');
});

test('the screen says that nothing is kept', async () => {
  outcome = 'none';
  await open();
  events?.left();
  await settle();
  expect(done).toContain('panel The page at board.example did not set any cookies: no login is kept.');
});

test.each([
  ['no input for five minutes', async () => clock.advance(300_000)],
  [
    'a message above the show',
    async () => {
      isInterrupted = true;
      login.look();
    },
  ],
  ['the end of the player', async () => login.stop()],
  ['the corner of the menu', async () => login.leave()],
  ['the death of its browser', async () => events?.ended()],
])('%s closes the page, and nothing is kept', async (_, end) => {
  await open();
  await end();
  await settle();
  expect([login.isOpen, kept, done.includes('close')]).toEqual([false, [], true]);
});

test('a page that hangs is closed, and the screen says that nothing is kept', async () => {
  answers = false;
  await open();
  events?.left();
  await settle();
  expect([login.isOpen, kept, done.at(-1)]).toEqual([false, [], 'close']);
  expect(done).toContain('panel The page at board.example did not answer: no login is kept.');
});

test('the screen does not call a login kept that the disk has refused', async () => {
  isSaved = false;
  await open();
  events?.left();
  await settle();
  expect(done.join()).toContain('The login at board.example is not on the disk yet');
  expect(done.join()).not.toContain('is kept');
});

test('a host without interactive pages offers no login', () => {
  canOpen = false;
  expect(login.offers(place)).toEqual([]);
});

test('one login is open at a time, and what the player says is above it alone', async () => {
  await open();
  await expect(login.offers(place)[0]?.run()).rejects.toThrow();
  login.say('1', 'Keep holding: 3 s');
  login.say('2', 'elsewhere');
  expect(done.filter((one) => one.startsWith('say'))).toEqual(['say Keep holding: 3 s']);
});
