import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the keeper of the X server reads no clock that somebody may set', () => {
  const script = readFileSync(new URL('../../packaging/kiosk/files/display', import.meta.url), 'utf8');
  const code = script.replaceAll(/^\s*#.*$/gm, '');
  expect(code).toContain('sub now { return (POSIX::times())[0] / $ticks; }');
  expect(code).not.toMatch(/(?<![$\w:])time\b/);
});
