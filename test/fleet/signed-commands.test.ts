import { expect, test } from 'vitest';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { type Circumstances, judged } from '../../src/main/fleet/command.ts';
import { signedBytes } from '../../src/main/fleet/signed-command.ts';
import { makeKey, newSalt, openKey, signerOf } from '../../src/main/operator/keys.ts';
import { command } from './player.ts';

const mine = 'vitrine/v1/chain/shop-1/cmd';
const group = 'vitrine/v1/chain/$group-north/cmd';

function signer() {
  const file = makeKey('commands', 'a passphrase', newSalt(), 2);
  const key = openKey(file, 'a passphrase');
  if (key === null) throw new Error('it is its passphrase');
  return signerOf(file, key);
}
const [operator, stranger] = [signer(), signer()];

function signed(by = operator, topic = mine, changes: object = {}): string {
  const unsigned = JSON.parse(command('logs', { lines: 7 })) as Omit<
    Parameters<typeof signedBytes>[1],
    'spread'
  >;
  const asked = { ...unsigned, spread: 0 };
  return JSON.stringify({ ...asked, signature: by.sign(signedBytes(topic, asked)), ...changes });
}

function judge(text: string, topic = mine, commandKey: string | null = operator.public) {
  const around: Circumstances = {
    now: Date.now(),
    isClockTrusted: true,
    device: 'shop-1',
    topics: [mine, group],
    running: 0,
    table: actionTable(),
    allowed: [...actionTable().keys()],
    commandKey,
  };
  return judged({ topic, payload: Buffer.from(text), isRetained: false, properties: {} }, around);
}

test("a command with the operator's signature is accepted on the topic it was signed for", () => {
  expect(judge(signed())).toMatchObject({ request: { name: 'logs', args: { lines: 7 } } });
  expect(judge(signed(operator, group), group)).toMatchObject({ request: { name: 'logs' } });
});

test.each([
  ['none', 'unsigned', () => judge(command('sync'))],
  ['that of another key', 'signature', () => judge(signed(stranger))],
  ['that of a command for a group', 'signature', () => judge(signed(operator, group))],
  ['that of another command', 'signature', () => judge(signed(operator, mine, { name: 'sync' }))],
  ['that of other arguments', 'signature', () => judge(signed(operator, mine, { args: { lines: 8 } }))],
  [
    'one for an earlier expiry',
    'signature',
    () => judge(signed(operator, mine, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })),
  ],
  ['that of another id', 'signature', () => judge(signed(operator, mine, { id: 'another-command' }))],
  ['one that is none', 'malformed', () => judge(signed(operator, mine, { signature: 'zz' }))],
  ['one that a key which is none cannot judge', 'signature', () => judge(signed(), mine, '00')],
])('a command whose signature is %s is refused: %s', (_, code, look) => {
  expect(look()).toMatchObject({ code });
});

test('without a configured key no signature is required (control)', () => {
  expect(judge(command('sync'), mine, null)).toMatchObject({ request: { name: 'sync' } });
});
