// Makes some hundreds of odd media files, checks each in the browser itself, and prints the differences: files that the browser
// shows and we refuse, and files that we show although it cannot.
// Usage: npm run prove -- corpus [--verbose]   (two minutes; encoded files are cached in node_modules/.cache)
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bytesInMemory } from '../../../src/main/media/byte-source.ts';
import { describe } from '../../../src/main/media/describe.ts';
import { judge } from './judge.ts';
import { makeCorpus, type Specimen } from './make.ts';
import { type Staged, showAll } from './stage.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/corpus', import.meta.url));
const isVerbose = process.argv.includes('--verbose');
const begun = Date.now();

const { specimens, notMade } = await makeCorpus(folder);
for (const problem of notMade) console.log(`not made: ${problem}`);

/** Why the bytes were refused after the download; null: they were accepted. */
const refusals = new Map<string, string | null>();
const staged: Staged[] = [];
for (const { name, kind, bytes } of specimens) {
  const described = bytes.length === 0 ? null : await describe(bytesInMemory(bytes), kind);
  refusals.set(name, described?.accepted ? null : (described?.reason ?? 'empty'));
  if (!described?.accepted) continue;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  staged.push({ id: name, bytes, held: { ...described.description, sha256, bytes: bytes.length } });
}
const browser = await judge(specimens.filter(({ valid }) => valid === null));
const { outcomes, undecodable } = await showAll(staged);
for (const { id, held } of staged) if (undecodable.has(held.mimeType)) refusals.set(id, held.mimeType);

interface Judged extends Specimen {
  /** Null: it can be shown. */
  readonly fault: string | null;
  readonly refusedBytes: string | null;
  /** Null: it was shown, or the bytes were refused before the stage. */
  readonly refusedOnStage: string | null;
}

const judged = specimens.map((specimen): Judged => {
  const { name, valid } = specimen;
  const fault =
    valid === null ? (browser.get(name)?.fault ?? null) : valid ? null : 'of no kind that is shown';
  const refusedBytes = refusals.get(name) ?? null;
  const outcome = outcomes.get(name);
  const refusedOnStage =
    refusedBytes !== null ? null : outcome === undefined ? 'nothing was heard of it' : outcome;
  return { ...specimen, fault, refusedBytes, refusedOnStage };
});

const good = judged.filter(({ fault }) => fault === null);
const bad = judged.filter(({ fault }) => fault !== null);
const refused = good.filter((file) => !file.spoilt && (file.refusedBytes ?? file.refusedOnStage) !== null);
const accepted = bad.filter((file) => (file.refusedBytes ?? file.refusedOnStage) === null);
const late = bad.filter(({ refusedOnStage }) => refusedOnStage !== null);

/** The greatest difference from the browser's length. It estimates sound in bare frames by the size of the file. */
const mostApartMs = 300;
const apart = staged.flatMap(({ id, held: { durationMs: ours } }) => {
  const { fault = null, durationMs: theirs = null } = browser.get(id) ?? {};
  const isApart = fault === null && ours !== null && theirs !== null && Math.abs(ours - theirs) > mostApartMs;
  return isApart && !undecodable.has(id)
    ? [`${id.padEnd(40)} ${ours} ms here, ${Math.round(theirs)} ms there`]
    : [];
});

const row = (name: string, count: number | string): string =>
  `${name.padEnd(58)}${String(count).padStart(6)}`;
console.log(
  [
    row('files', judged.length),
    row('the browser shows', good.length),
    row('… valid, and refused here (wanted: 0)', refused.length),
    row(
      '… spoilt on the way, and refused here',
      good.filter((file) => file.spoilt && file.refusedBytes).length,
    ),
    row('the browser cannot show', bad.length),
    row('… broken, and shown here (wanted: 0)', accepted.length),
    row('… known when the file is in', bad.filter(({ refusedBytes }) => refusedBytes).length),
    row('… known on the stage alone', late.length),
    row('of another length than in the browser (wanted: 0)', apart.length),
    row('seconds', Math.round((Date.now() - begun) / 1000)),
  ].join('\n'),
);
const list = (title: string, files: readonly Judged[]): void => {
  if (files.length > 0) console.log(`\n${title}:`);
  for (const { name, fault, refusedBytes, refusedOnStage } of files)
    console.log(`  ${name.padEnd(40)} ${(refusedBytes ?? refusedOnStage ?? fault ?? '').slice(0, 120)}`);
};
list('Valid, and refused', refused);
list('Broken, and shown', accepted);
if (apart.length > 0) console.log(`\nOf another length:\n  ${apart.join('\n  ')}`);
if (isVerbose) list('Known on the stage alone', late);
process.exitCode = refused.length + accepted.length + apart.length === 0 ? 0 : 1;
