import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bytesInMemory } from '../../src/main/media/byte-source.ts';
import { describe } from '../../src/main/media/describe.ts';

const corpus = new URL('../fuzz/corpus/', import.meta.url);
test.each(
  readdirSync(corpus),
)('row 81 · %s is recognized by its content, even with other bytes after it', async (name) => {
  const bytes = readFileSync(new URL(name, corpus));
  const extension = name.split('.')[1] ?? '';
  const plain = await describe(bytesInMemory(bytes), 'image');
  expect(plain).toMatchObject({
    accepted: true,
    description: { extension },
  });
  const longer = await describe(bytesInMemory(Buffer.concat([bytes, Buffer.alloc(1000)])), 'image');
  expect(longer).toMatchObject({ accepted: true });
});
