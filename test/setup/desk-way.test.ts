import { describe, expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import type { KeyName } from '../../src/main/host/host.ts';
import { Desk } from '../../src/main/setup/desk/desk.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import type { SetupFinding, SetupLists, SetupRequest } from '../../src/shared/setup.ts';
import { ManualClock } from '../support/manual-clock.ts';

const lists: SetupLists = {
  url: 'https://cms.example/api/v1.0/',
  devices: [{ id: '3', name: 'Window' }],
  groups: [{ id: '4', name: 'All shops' }],
  playlists: [{ id: '5', name: 'Autumn' }],
};
const minute = 60_000;

interface Answers {
  readonly lists?: SetupLists;
  readonly findings?: readonly SetupFinding[];
  readonly code?: string | null;
  /** Thrown once instead of an answer. */
  readonly fails?: VitrineError;
  readonly arranges?: boolean;
}

/** A form at the screen, the requests it has sent to the player, and a person at the keyboard. */
async function opened(answers: Answers = {}) {
  const clock = new ManualClock();
  const requested: SetupRequest[] = [];
  const layouts: string[] = [];
  let { fails } = answers;
  const desk = await Desk.open({
    words: wordsOf('en'),
    clock,
    rotation: 0,
    wifi: null,
    changed: () => undefined,
    arrange: async (layout) => {
      layouts.push(layout);
      return answers.arranges ?? true;
    },
    ask: async (ask) => {
      if (ask.act === 'look') return { name: '', url: '', timeZone: 'Europe/Berlin', redirectUri: '' };
      requested.push(ask);
      if (fails !== undefined) {
        const failure = fails;
        fails = undefined;
        throw failure;
      }
      if (ask.act === 'connect') return answers.lists ?? lists;
      if (ask.act === 'login') return { address: 'https://cms.example/device', code: answers.code ?? null };
      return { findings: answers.findings ?? [] };
    },
  });
  const settled = () => clock.advance(0);
  const types = (text: string): void => {
    for (const letter of text) desk.press({ text: letter });
  };
  const press = async (...names: readonly KeyName[]): Promise<void> => {
    for (const name of names) {
      desk.press({ name });
      await settled();
    }
  };
  const connects = async (): Promise<void> => {
    types(' cms.example ');
    await press('Enter', 'Enter');
    types('token-1');
    await press('Enter');
  };
  const title = () => desk.form?.title ?? null;
  const rows = () => desk.form?.rows.map(({ value }) => value);
  return { desk, clock, requested, layouts, types, press, connects, title, rows };
}

describe('setup at the keyboard', () => {
  test('leads from the address to the end, and requests what was typed and chosen', async () => {
    const { desk, requested, press, connects, title, types } = await opened();
    await connects();
    expect(title()).toBe('Choose what to play');
    expect(desk.form?.step).toBe('Step 2 of 4');
    types('aut');
    await press('Enter');
    expect(title()).toBe('Orientation and volume');
    await press('Right', 'Down', 'Left', 'Enter', 'Enter', 'Right', 'Enter');
    expect(title()).toBe('Checks');
    expect(desk.form?.notice?.tone).toBe('well');
    await press('Enter');
    expect([desk.isOpen, desk.form]).toEqual([false, null]);
    expect(requested).toEqual([
      { act: 'connect', url: 'cms.example', token: 'token-1' },
      {
        act: 'choose',
        kind: 'playlist',
        id: '5',
        rotation: 90,
        volume: 95,
        timeZone: 'Europe/Berlin',
        language: 'de',
      },
      { act: 'finish' },
    ]);
  });

  test('requests nothing while a field is empty, and returns to the first empty one', async () => {
    const { desk, requested, press, types, title } = await opened();
    const active = () => desk.form?.rows.findIndex(({ isActive }) => isActive);
    await press('Enter', 'Enter', 'Enter');
    expect([title(), active(), requested]).toEqual(['Connect to the CMS', 0, []]);
    types('cms.example');
    await press('Enter', 'Enter', 'Enter');
    expect([active(), requested]).toEqual([0, []]);
    // A login needs two more values than the address.
    await press('Down', 'Right', 'Down');
    types('client');
    await press('Enter', 'Enter');
    expect([title(), requested]).toEqual(['Connect to the CMS', []]);
  });

  test('moves between the fields with Tab and arrows, and stops at both ends', async () => {
    const { desk, press } = await opened();
    const active = () => desk.form?.rows.findIndex(({ isActive }) => isActive);
    await press('Tab');
    expect(active()).toBe(1);
    await press('Down', 'Down', 'Down');
    expect(active()).toBe(2);
    await press('BackTab', 'Up', 'Up', 'Up');
    expect(active()).toBe(0);
  });

  test('goes back with Escape page by page, keeps what was typed, and closes at the first one', async () => {
    const { desk, press, connects, title, rows } = await opened();
    await connects();
    await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter');
    expect(title()).toBe('Checks');
    await press('Escape');
    expect(title()).toBe('Orientation and volume');
    await press('Escape');
    expect(title()).toBe('Choose what to play');
    await press('Escape');
    expect(rows()?.[0]).toBe('https://cms.example/api/v1.0/');
    await press('Escape');
    expect(desk.isOpen).toBe(false);
  });

  test('lists devices, groups and playlists by name, and says which of them are missing', async () => {
    const { desk, connects } = await opened();
    await connects();
    expect(desk.form?.rows.slice(1).map(({ label, value }) => [label, value])).toEqual([
      ['Devices', 'Window'],
      ['Device groups', 'All shops'],
      ['Playlists', 'Autumn'],
    ]);
    expect(desk.form?.notice).toBeNull();
    const empty = await opened({ lists: { ...lists, devices: [], groups: [], playlists: [] } });
    await empty.connects();
    expect(empty.desk.form?.notice?.tone).toBe('attention');
    await empty.press('Enter');
    expect(empty.title()).toBe('Choose what to play');
  });

  test('shows the three worst findings, failures first', async () => {
    const finding = (check: string, result: SetupFinding['result'], remedy: string | null = null) => ({
      check,
      result,
      message: verbatim(`${check} ${result}.`),
      remedy: remedy === null ? null : verbatim(remedy),
    });
    const far = async (findings: readonly SetupFinding[]) => {
      const { desk, connects, press } = await opened({ findings });
      await connects();
      await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter');
      return { tone: desk.form?.notice?.tone, rows: desk.form?.rows.map(({ value }) => value) };
    };
    expect(await far([finding('disk', 'ok'), finding('clock', 'warn', 'Set it.')])).toEqual({
      tone: 'attention',
      rows: ['clock warn. Set it.'],
    });
    expect(
      await far([
        ...[finding('clock', 'warn'), finding('disk', 'fail'), finding('page', 'warn')],
        ...[finding('cms', 'fail'), finding('video', 'ok')],
      ]),
    ).toEqual({ tone: 'dark', rows: ['disk fail.', 'cms fail.', 'clock warn.'] });
  });

  test('shows why the player refused, and continues after the next attempt', async () => {
    const refused = new VitrineError('auth', message('cms-unauthorised.expired'), {
      remedy: message('cms-unauthorised.expired.remedy'),
    });
    const { desk, connects, press, title } = await opened({ fails: refused });
    await connects();
    expect(desk.form?.notice).toMatchObject({ tone: 'dark', text: expect.stringMatching(/\w/) });
    expect(desk.form?.notice?.detail).toBe(
      'The token has expired. Set a new personal token, or log in again with: vitrine cms login',
    );
    await press('Down');
    expect(desk.form?.notice).toBeNull();
    await press('Down', 'Enter');
    expect(title()).toBe('Choose what to play');
  });

  test('ignores keys while a request to the CMS runs', async () => {
    const { desk, types, press, title } = await opened();
    types('cms.example');
    await press('Enter', 'Enter');
    types('token-1');
    desk.press({ name: 'Enter' });
    expect(desk.form?.notice?.tone).toBe('busy');
    desk.press({ name: 'Escape' });
    desk.press({ text: 'x' });
    await press();
    await Promise.resolve();
    await expect.poll(title).toBe('Choose what to play');
    expect(desk.form?.rows[0]?.value).toBe('');
  });

  test('closes three minutes after the last key', async () => {
    const { desk, clock, press } = await opened();
    await clock.advance(3 * minute - 1);
    await press('Down');
    await clock.advance(3 * minute - 1);
    expect(desk.isOpen).toBe(true);
    await clock.advance(1);
    expect(desk.isOpen).toBe(false);
    await press('Down');
    expect(desk.form).toBeNull();
  });

  test('switches the keyboard layout with F2, and names the current one', async () => {
    const { desk, layouts, press } = await opened();
    const keys = () => desk.form?.keys.join();
    await press('F2', 'F2');
    expect(layouts).toEqual(['us', 'gb']);
    expect(keys()).toContain('(GB)');
    await press('F2', 'F2', 'F2', 'F2');
    expect(layouts.at(-1)).toBe('us');
    const fixed = await opened({ arranges: false });
    await fixed.press('F2');
    expect(fixed.desk.form?.keys.join()).not.toContain('(');
  });

  test('turns the screen with F4, a quarter at a time', async () => {
    const { desk, press } = await opened();
    const turned: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await press('F4');
      turned.push(desk.rotation);
    }
    expect(turned).toEqual([90, 180, 270, 0]);
  });

  test('changes the language with F3, and keeps what was typed and chosen', async () => {
    const { desk, requested, press, types, title, rows } = await opened();
    types('cms.example');
    await press('F3');
    expect(title()).toBe('Mit dem CMS verbinden');
    expect(rows()?.[0]).toBe('cms.example');
    await press('Enter', 'Enter');
    types('token-1');
    await press('Enter', 'Enter', 'Down', 'Left', 'Down', 'Right', 'F3');
    expect(desk.form?.rows[1]?.value).toMatch(/^95/);
    await press('Enter', 'Enter');
    const chosen = requested.at(-1);
    expect(chosen).toMatchObject({ act: 'choose', volume: 95, language: 'fr' });
    expect(chosen).not.toMatchObject({ timeZone: 'Europe/Berlin' });
  });

  test('refers to the phone where a CMS has no login by code', async () => {
    const { desk, press, types } = await opened({ code: null });
    types('cms.example');
    await press('Down', 'Right', 'Down');
    types('client');
    await press('Down');
    types('secret');
    await press('Enter');
    expect(desk.form?.notice).toMatchObject({
      tone: 'dark',
      detail: 'The CMS does not offer login by code (RFC 8628).',
    });
  });
});
