import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FleetRows } from '../../src/main/store/fleet-rows.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { temporaryFolder } from './support/folder.ts';

const most = 20_000;
const command = (id: string, expiresAt: number) => ({
  id,
  command: '{}',
  expiresAt,
  isBegun: true,
  result: null,
});

test('commands are accepted again once the results of too many old ones are delivered', async () => {
  const database = await openDatabase(join(await temporaryFolder(), 'vitrine.db'));
  onTestFinished(() => database.close());
  const rows = new FleetRows({ database, health: { failed: () => undefined } });
  database.write(() => {
    for (let at = 0; at < most; at++) rows.take({ ...command(`old-${at}`, 1_000), result: '{}' }, null);
  });
  const taken = () => rows.take(command('new', 9_000), 2_000);
  expect(taken).toThrow(expect.objectContaining({ code: 'not-kept' }));
  database.write(() => {
    for (const { id, requests } of rows.results(most)) rows.resultDelivered({ id, requests });
  });
  expect(taken()).toBe('new');
  expect(taken()).toEqual({ result: null });
});
