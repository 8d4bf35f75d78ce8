import { expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { Desk } from '../../src/main/setup/desk/desk.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import { message } from '../../src/shared/languages/message.ts';
import type { SetupRequest } from '../../src/shared/setup.ts';
import { ManualClock } from '../support/manual-clock.ts';

const lists = { url: 'https://cms.example/', devices: [], groups: [], playlists: [] };
const away = new VitrineError(
  'temporary',
  message('cms-unreachable-cut', { host: 'cms.example', code: 'ECONNRESET' }),
);
const denied = new VitrineError('auth', message('login-denied'));

/** A form that waits for an approval, and the answer to each poll. */
async function waitingFor(...answers: readonly (object | null | VitrineError | Promise<null>)[]) {
  const clock = new ManualClock();
  const left = [...answers];
  let polls = 0;
  const desk: Desk = await Desk.open({
    words: wordsOf('en'),
    clock,
    rotation: 0 as const,
    ask: async ({ act }: SetupRequest) => {
      if (act === 'look') return { name: '', url: 'https://cms.example/', timeZone: 'UTC', redirectUri: '' };
      if (act === 'login') return { address: 'https://cms.example/device', code: 'ABCD-EFGH' };
      polls++;
      const answer = left.shift() ?? null;
      if (answer instanceof VitrineError) throw answer;
      return { lists: await answer };
    },
    arrange: async () => true,
    wifi: null,
    changed: () => undefined,
  });
  desk.press({ name: 'Down' });
  desk.press({ name: 'Right' });
  for (const text of ['client', 'secret']) {
    desk.press({ name: 'Down' });
    for (const letter of text) desk.press({ text: letter });
  }
  desk.press({ name: 'Enter' });
  await clock.advance(0);
  expect(desk.form?.code).toBeTruthy();
  return { desk, clock, polls: () => polls };
}

test('a login at the screen survives a brief network failure, and reports it', async () => {
  const { desk, clock } = await waitingFor(null, away, null, lists);
  await clock.advance(4_000);
  expect(desk.form?.notice?.text).toBe('Nothing answers at this address.');
  await clock.advance(2_000);
  expect(desk.form?.notice?.tone).toBe('busy');
  await clock.advance(2_000);
  expect(desk.form?.title).toBe('Choose what to play');
});

test('a denied login is not polled any more', async () => {
  const { desk, clock, polls } = await waitingFor(denied);
  await clock.advance(60_000);
  expect([polls(), desk.form?.notice?.tone]).toEqual([1, 'dark']);
  expect(desk.form?.notice?.detail).toBe('Authorization was denied in the CMS. Start the login again.');
});

test('a change of language during a request to the CMS does not end the wait', async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const { desk, clock } = await waitingFor(promise, lists);
  await clock.advance(2_000);
  desk.press({ name: 'F3' });
  resolve(null);
  await clock.advance(2_000);
  await clock.advance(0);
  expect(desk.form?.title).toBe('Inhalt auswählen');
});

test("hints about keys have the punctuation of the screen's language", async () => {
  const { desk } = await waitingFor();
  expect(desk.form?.keys).toContain('F4: rotate screen');
  for (let step = 0; step < 2; step++) desk.press({ name: 'F3' });
  expect(desk.form?.keys).toContain('F4\u202f: tourner l’image');
});
