import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { discoveryOf } from '../../src/main/fleet/home-assistant.ts';
import { topicsOf } from '../../src/main/fleet/topics.ts';

const hasJinja = (() => {
  try {
    execFileSync('python3', ['-c', 'import jinja2'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const source = (): string => {
  const own = { prefix: 'homeassistant', fleet: 'chain', device: 'shop-1', version: '1' };
  const { payload } = discoveryOf({
    ...own,
    topics: topicsOf('chain', 'shop-1', []),
    actions: [...actionTable().values()],
  });
  return JSON.parse(String(payload)).components.problem.value_template;
};

test('Problem is off for a display that is only switched off by hand', () => {
  expect(source()).toContain("== ['off-by-hand'] else 'ON'");
});

test.runIf(hasJinja).each([
  ['well', [], 'OFF'],
  ['attention', ['off-by-hand'], 'OFF'],
  ['attention', ['off-by-hand', 'sync-failing'], 'ON'],
  ['attention', ['sync-failing'], 'ON'],
  ['dark', ['no-display'], 'ON'],
])('Problem for %s because of %j is %s', (verdict, codes, expected) => {
  const state = { verdict, reasons: codes.map((code) => ({ code, screenId: null })) };
  const program =
    'import json,sys,jinja2;t,v=json.loads(sys.argv[1]);print(jinja2.Template(t).render(value_json=v))';
  const out = execFileSync('python3', ['-c', program, JSON.stringify([source(), state])], {
    encoding: 'utf8',
  });
  expect(out.trim()).toBe(expected);
});
