import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inAscii, withoutFacades } from '../../scripts/built-script.ts';

test('letters beyond ASCII become escapes that mean the same', () => {
  const code = "['…', '💡', /^[ä-ü]+$/u.test('ö'), 'plain'].join()";
  const ascii = inAscii(code);
  expect(ascii).toMatch(/^[ -~]*$/);
  expect(runInThisContext(ascii)).toBe('…,💡,true,plain');
});

test.each([
  [
    'import { a, b as c } from "node:fs";',
    'const { a, b: c } = globalThis.process.getBuiltinModule("node:fs");',
  ],
  ['import * as net from "net";', 'const net = globalThis.process.getBuiltinModule("net");'],
  [
    'import process from "node:process";',
    'const process = globalThis.process.getBuiltinModule("node:process");',
  ],
  [
    'import http$1, { Agent, request as ask } from "node:http";',
    'const http$1 = globalThis.process.getBuiltinModule("node:http");\nconst { Agent, request: ask } = http$1;',
  ],
])('%s asks for the module itself', (code, expected) => {
  expect(withoutFacades(code)).toBe(expected);
});

test.each([
  'import { t as errors } from "./errors-1.js";',
  'import electron from "electron";',
  'const text = `import { a } from "b";`;',
])('%s stays as it is', (code) => {
  expect(withoutFacades(code)).toBe(code);
});
