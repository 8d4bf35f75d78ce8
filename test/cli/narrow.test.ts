import { expect, test } from 'vitest';
import { fitted } from '../../src/main/cli/text/fitted.ts';
import { table } from '../../src/main/cli/text/table.ts';
import { width } from '../../src/main/cli/text/width.ts';

const rows = [
  ['1', 'Welcome to the shop', 'not downloaded yet: it is under way'],
  ['12', '日本語のとても長い名前です', 'https://example.com/a-path-without-any-space-in-it'],
];

test('on a narrow terminal long cells wrap, and nothing is lost', () => {
  const text = table(['id', 'item', 'why'], rows, { columns: 40 });
  const lines = text.trimEnd().split('\n');
  expect(lines.every((line) => width(line) <= 40)).toBe(true);
  expect(text).toBe(
    `id  item               why
 1  Welcome to the     not downloaded
    shop               yet: it is under
                       way
12  日本語のとても長   https://example.c
    い名前です         om/a-path-without
                       -any-space-in-it
`,
  );
  expect(table(['id', 'item', 'why'], rows)).toBe(table(['id', 'item', 'why'], rows, { columns: 200 }));
});

test('a table with too many columns is printed row by row, and nothing is lost', () => {
  const head = ['id', 'name', 'kind', 'status', 'updated'];
  const wide = [
    ['4', 'Demo media', 'folder', 'converted', '2026-11-22 07:32:01'],
    ['5', 'Morning hills over the valley', 'image', '', '–'],
  ];
  expect(table(head, wide, { columns: 40 })).toBe(
    `id       4
name     Demo media
kind     folder
status   converted
updated  2026-11-22 07:32:01

id       5
name     Morning hills over the valley
kind     image
status
updated  –
`,
  );
});

test('lines of text wrap between words below their column', () => {
  expect(fitted('fail  disk   /srv/show cannot be written: this user may not.\n', 40)).toBe(
    `fail  disk   /srv/show cannot be
             written: this user may not.
`,
  );
  expect(fitted('VITRINE_PAGE_RELOAD_SECONDS  how often a web page is loaded anew', 40)).toBe(
    `VITRINE_PAGE_RELOAD_SECONDS
      how often a web page is loaded
      anew`,
  );
});
