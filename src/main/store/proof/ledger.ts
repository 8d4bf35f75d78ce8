import * as v from 'valibot';
import { mediaKinds } from '../../../shared/media-types.ts';
import type { FinishedPart } from '../../download/ports.ts';
import { readIfThere, sealed, unsealed, writeDurably } from '../../ground/durable-file.ts';
import type { FileSystem } from '../../ground/fs.ts';
import type { Layout } from '../objects/layout.ts';
import { isSha256 } from '../objects/layout.ts';

/**
 * A line of the ledger describes an object. It is appended before the object appears: it identifies a file without a row, and a
 * lost database is rebuilt from all lines. Lines of deleted objects do no harm, and are swept when they outnumber the others.
 */
export type LedgerLine = Omit<FinishedPart, 'path'>;

const ledgerLine = v.object({
  sha256: v.pipe(v.string(), v.check(isSha256)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  kind: v.picklist(mediaKinds),
  mimeType: v.string(),
  extension: v.string(),
  durationMs: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  md5: v.nullable(v.string()),
  sha1: v.nullable(v.string()),
  source: v.string(),
  marker: v.string(),
  mediaFileIds: v.array(v.string()),
});

export function ledgerLineOf(part: FinishedPart): LedgerLine {
  const { path: _path, ...line } = part;
  return line;
}

/** Durable when this resolves. Begins on a new line, so that a torn line spoils only itself. */
export async function appendLedger(
  fs: FileSystem,
  layout: Layout,
  lines: readonly LedgerLine[],
): Promise<void> {
  const file = await fs.open(layout.ledger, 'a');
  try {
    await file.write(Buffer.from(`\n${lines.map(sealed).join('')}`));
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readLedger(fs: FileSystem, layout: Layout): Promise<readonly LedgerLine[]> {
  const text = (await readIfThere(fs, layout.ledger)) ?? '';
  return text.split('\n').flatMap((line) => {
    const content = line === '' ? null : unsealed(line);
    return v.is(ledgerLine, content) ? [content] : [];
  });
}

export async function rewriteLedger(
  fs: FileSystem,
  layout: Layout,
  lines: readonly LedgerLine[],
): Promise<void> {
  await writeDurably(fs, layout.ledger, lines.map(sealed).join(''));
}
