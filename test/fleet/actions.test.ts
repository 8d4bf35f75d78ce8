import { expect, test } from 'vitest';
import { actionsWith } from '../../src/main/fleet/actions.ts';
import { askedOf } from '../../src/main/fleet/command-list.ts';

test("identify shows each screen's name or a test picture for a bounded time", async () => {
  const signs: unknown[] = [];
  const unused = () => {
    throw new Error('nobody asked for it');
  };
  const act = actionsWith({
    syncNow: unused,
    rollback: unused,
    overlay: unused,
    renewBrowser: unused,
    updateNow: unused,
    updateHold: unused,
    restart: null,
    leaveSafeMode: unused,
    logs: unused,
    doctor: unused,
    identify: (kind, seconds) => {
      signs.push([kind, seconds]);
      return { screens: 2 };
    },
  });
  for (const args of [{}, { test: true, seconds: 60 }]) {
    const read = askedOf('identify', args);
    if (!('asked' in read) || read.asked.name !== 'identify') throw new Error('it is known');
    expect(await act(read.asked, 'command-1')).toEqual({ answer: { screens: 2 } });
  }
  expect(signs).toEqual([
    ['name', 20],
    ['test', 60],
  ]);
  expect(askedOf('identify', { seconds: 601 })).toMatchObject({ where: 'seconds' });
});
