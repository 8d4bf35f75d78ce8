import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { appendLedger, type LedgerLine, readLedger } from '../../src/main/store/proof/ledger.ts';
import { temporaryFolder } from './support/folder.ts';
import { sha256Of } from './support/parts.ts';

function line(name: string): LedgerLine {
  return {
    sha256: sha256Of(Buffer.from(name)),
    bytes: 1,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: null,
    height: null,
    md5: null,
    sha1: null,
    source: 's',
    marker: `${name}\n\u2028"`,
    mediaFileIds: [name],
  };
}

test('appended lines are read in order', async () => {
  const layout = layoutOf(await temporaryFolder());
  expect(await readLedger(realFileSystem, layout)).toEqual([]);
  await appendLedger(realFileSystem, layout, [line('a'), line('b')]);
  await appendLedger(realFileSystem, layout, [line('c')]);
  expect(await readLedger(realFileSystem, layout)).toEqual([line('a'), line('b'), line('c')]);
});

test('a ledger torn at any byte loses only the last line, and accepts further ones', async () => {
  const layout = layoutOf(await temporaryFolder());
  await appendLedger(realFileSystem, layout, [line('a'), line('b')]);
  const whole = await readFile(layout.ledger);
  const first = whole.indexOf('\n', 1) + 1;
  for (let length = first; length < whole.length - 1; length += 7) {
    await writeFile(layout.ledger, whole);
    await truncate(layout.ledger, length);
    await appendLedger(realFileSystem, layout, [line('c')]);
    expect(await readLedger(realFileSystem, layout)).toEqual([line('a'), line('c')]);
  }
});

test('rotten, foreign and invalid lines are left out', async () => {
  const layout = layoutOf(await temporaryFolder());
  await appendLedger(realFileSystem, layout, [line('a'), line('b')]);
  const text = await readFile(layout.ledger, 'utf8');
  await writeFile(layout.ledger, text.replace('"image/png"', '"image/PNG"'));
  await appendFile(layout.ledger, 'no checksum\n{"sha256":1}\n00000000 {}\n');
  await appendLedger(realFileSystem, layout, [{ ...line('c'), sha256: '../../etc/passwd' }]);
  expect(await readLedger(realFileSystem, layout)).toEqual([line('b')]);
});
