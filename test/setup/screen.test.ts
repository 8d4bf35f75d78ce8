import { describe, expect, test } from 'vitest';
import type { Key, KeyName } from '../../src/main/host/host.ts';
import { ListRow, PickRow, TextRow } from '../../src/main/setup/desk/rows.ts';
import { invitationOf } from '../../src/main/setup/invitation.ts';
import { ownNetwork } from '../../src/main/setup/network.ts';
import { qrCode } from '../../src/main/setup/qr.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';

const words = wordsOf('en');
const { say } = words;
const types = (row: { press(key: Key): boolean }, text: string): void => {
  for (const letter of text) row.press({ text: letter });
};
const presses = (row: { press(key: Key): boolean }, ...names: readonly KeyName[]): readonly boolean[] =>
  names.map((name) => row.press({ name }));

describe('the network of this machine', () => {
  const at = (address: string, internal = false) => ({
    address,
    internal,
    netmask: '',
    mac: '',
    cidr: null,
    family: 'IPv4' as const,
  });

  test('is the first private address outside of containers', () => {
    const interfaces = {
      lo: [at('127.0.0.1', true)],
      docker0: [at('172.17.0.1')],
      eth0: [at('192.168.1.7')],
    };
    expect(ownNetwork(null, interfaces)).toEqual({ state: 'there', address: '192.168.1.7' });
    expect(ownNetwork(null, { docker0: [at('172.17.0.1')] })).toEqual({ state: 'none' });
  });

  test('has no address without one from a router, and does not count with only a public one', () => {
    expect(ownNetwork(null, { eth0: [at('169.254.3.4')] })).toEqual({ state: 'no-address' });
    expect(ownNetwork(null, { eth0: [at('8.8.8.8')] })).toEqual({ state: 'public', address: '8.8.8.8' });
    expect(ownNetwork(null, { lo: [at('127.0.0.1', true)], eth0: undefined })).toEqual({ state: 'none' });
    expect(ownNetwork(null, { eth0: [{ ...at('fd00::1'), family: 'IPv6' as const, scopeid: 0 }] })).toEqual({
      state: 'none',
    });
  });

  test('is the configured address if an interface has it', () => {
    const interfaces = { lo: [at('127.0.0.1', true)], docker0: [at('172.17.0.1')] };
    expect(ownNetwork('172.17.0.1', interfaces)).toEqual({ state: 'there', address: '172.17.0.1' });
    expect(ownNetwork('192.168.1.7', { lo: [at('127.0.0.1', true)] })).toEqual({ state: 'none' });
    expect(ownNetwork('192.168.1.9', { eth0: [at('192.168.1.7')] })).toEqual({
      state: 'not-own',
      address: '192.168.1.9',
    });
  });
});

describe('the setup screen', () => {
  const waiting = {
    network: { state: 'there', address: '192.168.1.7' },
    authority: '192.168.1.7:8420',
    key: new Uint8Array(32),
    pin: '012345',
    isOpen: true,
    visitor: null,
    chosen: null,
    hasKeyboard: false,
    hasWifi: false,
  } as const;
  const shown = (changes: object) => invitationOf(words, { ...waiting, ...changes });

  test('shows a code, the address and the PIN', () => {
    const { code, steps, typed, state, also } = shown({});
    expect(code?.path).toMatch(/^M4 4h7v1h-7z/);
    expect(steps).toHaveLength(2);
    expect(typed.map(({ value }) => value)).toEqual(['192.168.1.7:8420', '012 345']);
    expect([state, also]).toEqual([say('setup.screen.connected'), []]);
  });

  test('hides a locked PIN', () => {
    const { typed, state } = shown({ pin: null });
    expect(typed).toHaveLength(1);
    expect(state).toBe(say('setup.screen.pins'));
  });

  test('shows the progress of a phone', () => {
    const [name, check] = ['Foyer', '12 34'];
    const chosen = say('setup.screen.chosen', { name });
    const visited = say('setup.screen.visited', { check });
    expect(shown({ chosen: name }).state).toBe(chosen);
    expect(shown({ visitor: check }).state).toBe(visited);
    expect(shown({ chosen: name, visitor: check, pin: null }).state).toBe(`${chosen} ${visited}`);
  });

  test.each([
    ['setup is closed', { isOpen: false }, 'setup.screen.closed'],
    ['the network is there', {}, 'setup.screen.connected'],
    ['the router gave no address', { network: { state: 'no-address' } }, 'setup.screen.no-address'],
    ['the address is public', { network: { state: 'public', address: '8.8.8.8' } }, 'setup.screen.public'],
    [
      'the configured address is another',
      { network: { state: 'not-own', address: '10.0.0.9' } },
      'setup.screen.not-own',
    ],
    ['there is no network', { network: { state: 'none' } }, 'setup.screen.no-network'],
    [
      'there is no keyboard for the Wi-Fi',
      { network: { state: 'none' }, hasWifi: true },
      'setup.screen.no-network',
    ],
    [
      'a Wi-Fi can be chosen',
      { network: { state: 'none' }, hasWifi: true, hasKeyboard: true },
      'setup.screen.no-network.wifi',
    ],
  ] as const)('says what to do while %s and no phone is answered', (_, changes, key) => {
    const { code, typed, state, also } = shown({ authority: null, ...changes });
    const { address = '' } = { ...(changes as { network?: { address?: string } }).network };
    expect([code, typed, state]).toEqual([null, [], say(key, { address })]);
    expect(/cable/.test(state)).toBe(/no-(network|address)/.test(key));
    expect(also[0]).toBe(say('setup.screen.usb'));
  });

  test('names the keyboard once', () => {
    const keyboard = say('setup.screen.keyboard');
    const none = { authority: null, hasKeyboard: true, network: { state: 'none' } };
    expect(shown({ hasKeyboard: true }).also).toEqual([keyboard]);
    expect(shown(none).also).toContain(keyboard);
    expect(shown({ ...none, hasWifi: true }).also).not.toContain(keyboard);
    expect(shown({ ...none, hasWifi: true, network: { state: 'no-address' } }).also).toContain(keyboard);
  });
});

test('a QR code is drawn as the rectangles of its dark squares', () => {
  const { path, size } = qrCode('http://192.168.1.7/');
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((one) =>
    one.slice(1).map(Number),
  );
  const dark = new Set(
    rectangles.flatMap(([x = 0, y = 0, length = 0]) =>
      Array.from({ length }, (_, step) => `${x + step} ${y}`),
    ),
  );
  expect(rectangles.map((one) => one.join(' ')).length).toBe(path.split('z').length - 1);
  // A finder pattern: a dark ring, a white one in it, and a dark block, inside a white border of four squares.
  const pattern = Array.from({ length: 7 }, (_, y) =>
    Array.from({ length: 7 }, (_, x) => (dark.has(`${x + 4} ${y + 4}`) ? '#' : '.')).join(''),
  );
  expect(pattern).toEqual([...['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']]);
  expect(
    [...dark].every((square) => square.split(' ').every((at) => Number(at) >= 4 && Number(at) < size - 4)),
  ).toBe(true);
  for (const [x = 0, y = 0, length = 0] of rectangles) expect(dark.has(`${x + length} ${y}`)).toBe(false);
});

describe('a row that picks one of a few', () => {
  const zones = ['Europe/Berlin', 'America/New York', 'Europe/Bern'].map((label) => ({
    label,
    value: label,
  }));

  test('cycles with Left and Right, and reports each choice', () => {
    const reported: string[] = [];
    const row = new PickRow('Zone', zones, 'Europe/Bern', (value) => reported.push(value));
    expect(row.value).toBe('Europe/Bern');
    expect(presses(row, 'Right', 'Left', 'Left', 'Up')).toEqual([true, true, true, false]);
    expect(reported).toEqual(['Europe/Berlin', 'Europe/Bern', 'America/New York']);
    expect(row.drawn(true)[0]?.value).toBe('◀ America/New York ▶');
    expect(row.drawn(false)[0]?.value).toBe('America/New York');
  });

  test('jumps to the next option with a word that begins with the typed letters', () => {
    const row = new PickRow('Zone', zones, 'Europe/Berlin');
    const jumps = (text: string) => {
      row.press({ text });
      return row.value;
    };
    expect(['b', 'B', 'y', 'x', 'e'].map(jumps)).toEqual([
      ...['Europe/Bern', 'Europe/Berlin', 'America/New York', 'America/New York', 'Europe/Bern'],
    ]);
  });

  test('begins at the first option if the choice is unknown, and has no value without options', () => {
    expect(new PickRow('Zone', zones, 'Mars').value).toBe('Europe/Berlin');
    const empty = new PickRow<string>('Zone', [], 'Mars');
    expect(presses(empty, 'Left', 'Right')).toEqual([true, true]);
    expect(empty.value).toBeUndefined();
  });
});

describe('a row with a list', () => {
  const options = Array.from({ length: 9 }, (_, index) => ({
    label: `Screen ${index + 1}`,
    value: index + 1,
    group: 'Screens',
  }));
  const active = (row: ListRow<number>) => row.drawn().find(({ isActive }) => isActive)?.value;
  const seen = (row: ListRow<number>) =>
    row
      .drawn()
      .slice(1)
      .map(({ value }) => value);

  test('shows six lines around the selected one, and stops at both ends', () => {
    const row = new ListRow(words, options);
    expect([seen(row)[0], seen(row).length, active(row)]).toEqual(['Screen 1', 6, 'Screen 1']);
    presses(row, 'Up');
    expect(row.value).toBe(1);
    presses(row, 'Down', 'Tab', 'Down', 'Down');
    expect([row.value, seen(row)[0], active(row)]).toEqual([5, 'Screen 3', 'Screen 5']);
    presses(row, ...Array.from({ length: 9 }, () => 'Down' as const));
    expect([row.value, seen(row)[0], row.drawn()[0]?.hint]).toEqual([9, 'Screen 4', '9 / 9']);
    presses(row, 'BackTab');
    expect(row.value).toBe(8);
    expect(presses(row, 'Enter')).toEqual([false]);
  });

  test('finds the typed text in any case, from the first line on', () => {
    const row = new ListRow(words, options);
    presses(row, 'Down', 'Down');
    types(row, 'SCREEN 7');
    expect([row.value, seen(row), row.drawn()[0]?.hint]).toEqual([7, ['Screen 7'], '1 / 1']);
    types(row, '7');
    expect([row.value, seen(row), row.drawn()[0]?.hint]).toEqual([undefined, [], say('setup.keys.none')]);
    presses(row, 'Down', 'Backspace');
    expect(row.value).toBe(7);
  });
});

describe('a field', () => {
  test('accepts letters but no leading space, and shows the end of a long text', () => {
    const row = new TextRow(words, { label: 'Address', hint: 'of the CMS', value: '' });
    types(row, ' a b');
    expect(row.value).toBe('a b');
    expect(presses(row, 'Backspace', 'Left')).toEqual([true, false]);
    expect(row.value).toBe('a ');
    types(row, '0'.repeat(58));
    expect(row.drawn(true)).toEqual([
      { kind: 'text', label: 'Address', value: `a ${'0'.repeat(58)}`, hint: 'of the CMS', isActive: true },
    ]);
    types(row, '1');
    expect(row.drawn(false)).toMatchObject([{ value: `… ${'0'.repeat(58)}1`, hint: '', isActive: false }]);
  });

  test('that is secret shows its length, and no letter of it', () => {
    const row = new TextRow(words, { label: 'Token', isSecret: true });
    expect(row.drawn(true)[0]?.value).toBe('');
    types(row, 'z'.repeat(30));
    const shown = row.drawn(true)[0]?.value ?? '';
    expect(shown).not.toContain('z');
    expect(shown).toBe(`${'•'.repeat(24)}  ${say('setup.keys.characters', { count: 30 })}`);
  });

  test('accepts 16 KiB at most', () => {
    const row = new TextRow(words, { label: 'Token', value: 'x'.repeat(16 * 1024 - 1) });
    types(row, 'yz');
    expect(row.value).toMatch(/xy$/);
  });
});
