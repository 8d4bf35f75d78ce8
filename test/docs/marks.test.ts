import { expect, test } from 'vitest';
import { pages } from './pages.ts';

test('no page carries the marks of a merge', () => {
  const marked = [...pages()].filter(([, text]) => /^(<{7}|>{7}) /m.test(text)).map(([page]) => page);
  expect(marked).toEqual([]);
});
