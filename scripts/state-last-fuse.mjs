// The packager names eight of Electron's nine fuses: this sets the last one, after the others.
// A tenth fuse fails the packaging until its value is decided.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Marks the fuses in Electron's binary; a version and a length follow, then one character for each fuse. */
const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const known = 9;
/** WebAssembly checks its memory with traps of the processor, as in every browser: Electron's default, and fast. */
const wasmTrapHandlers = '1';

export default async function stateLastFuse({ appOutDir, electronPlatformName, packager }) {
  const windows = electronPlatformName === 'win32';
  const name = windows ? `${packager.appInfo.productFilename}.exe` : packager.executableName;
  const path = join(appOutDir, name);
  const program = await readFile(path);
  const at = program.indexOf(mark) + mark.length;
  if (at < mark.length) throw new Error(`${path} carries no fuses`);
  const count = program[at + 1];
  if (count > known) throw new Error(`Electron has ${count} fuses, and only ${known} of them are stated`);
  if (count < known) return;
  program.write(wasmTrapHandlers, at + 2 + known - 1, 'latin1');
  await writeFile(path, program);
}
