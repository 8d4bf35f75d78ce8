import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, root } from './pages.ts';

test('every link of a page leads to something', () => {
  const dead = [...pages()].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('#'))
      .filter((target) => !existsSync(join(root, dirname(page), target.replace(/#.*/, ''))))
      .map((target) => `${page} → ${target}`),
  );
  expect(dead).toEqual([]);
});

test('every path of a page between backticks that looks like one of ours is there', () => {
  const gone = [...pages()].flatMap(([page, text]) =>
    [...text.matchAll(/`((?:src|test|scripts|lab|docs|build)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(gone).toEqual([]);
});
