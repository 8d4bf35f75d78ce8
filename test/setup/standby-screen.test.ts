import { expect, test } from 'vitest';
import { StandbyScreen } from '../../src/main/setup/standby-screen.ts';
import type { Invitation, Standby } from '../../src/shared/messages.ts';
import { standbyOf } from '../support/standby.ts';

const invitation: Invitation = { code: null, steps: [], typed: [], state: 'Connected.', also: [] };
const form = { step: 'Step 1 of 4', title: '', code: null, rows: [], notice: null, keys: [] };

function screen(setup: Partial<ReturnType<ConstructorParameters<typeof StandbyScreen>[0]['setup']>> | null) {
  const shown: Standby[] = [];
  const made = new StandbyScreen({
    show: { standby: (standby) => void shown.push(standby) },
    setup: () => setup && { invitation, form: null, news: null, rotation: 90, isInFront: false, ...setup },
    page: () => 'http://127.0.0.1:8781/',
  });
  return { made, shown };
}

test('a standby screen is empty before the engine has a text', () => {
  const { made, shown } = screen({});
  made.show();
  made.countDown(5);
  expect(shown).toEqual([]);
  expect(made.text).toEqual({ title: '', lines: [] });
});

test('a standby screen has the invitation while the player is unconfigured, and the address of its page', () => {
  const { made, shown } = screen({ form, news: 'The file was read.' });
  made.say(standbyOf({ kind: 'setup', lines: ['Not configured.'] }));
  expect(shown.at(-1)).toMatchObject({
    invitation,
    form,
    rotation: 90,
    kind: 'setup',
    lines: ['Not configured.', 'The file was read.'],
    small: [expect.stringContaining('http://127.0.0.1:8781/')],
  });
  // A phone reads the engine's own text.
  expect(made.text.lines).toEqual(['Not configured.']);
});

test('a standby screen for another reason has no invitation, and covers no show', () => {
  const { made, shown } = screen({ form });
  made.say(standbyOf({}));
  expect(shown.at(-1)).not.toHaveProperty('invitation');
  expect(shown.at(-1)).not.toHaveProperty('form');
  expect(shown.at(-1)).not.toHaveProperty('inFront');
  const without = screen(null);
  without.made.say(standbyOf({ kind: 'setup' }));
  expect(without.shown.at(-1)).not.toHaveProperty('invitation');
  expect(without.shown.at(-1)).not.toHaveProperty('rotation');
});
