import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What marks the fuses in Electron's binary; a version and a length follow, then one character for each fuse. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** In the order of the wire. */
export const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
] as const;

export type Fuses = Readonly<Record<(typeof fuseNames)[number], boolean>>;

/** Does nothing, or runs what stands for the program in a test of what starts it. */
const script = '#!/bin/sh\n[ -z "$STAND_IN_PROGRAM" ] || exec "$STAND_IN_PROGRAM" "$@"\nexit 0\n';

/**
 * A folder that packages like an unpacked Electron: programs that do nothing, but carry fuses, the opposite of
 * `wanted`, so that only a fuse that is stated comes out right.
 */
export function makeStandIn(folder: string, wanted: Fuses): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  const wire = fuseNames.map((name) => (wanted[name] ? '0' : '1')).join('');
  const fuses = Buffer.concat([Buffer.from(fuseMark), Buffer.from([1, wire.length]), Buffer.from(wire)]);
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(script), fuses]));
  writeFileSync(join(folder, 'electron.exe'), windowsProgram(fuses));
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) writeFileSync(join(folder, name), '');
  for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'])
    chmodSync(join(folder, name), 0o755);
  for (const name of ['LICENSE', 'version', 'icudtl.dat', 'resources.pak'])
    writeFileSync(join(folder, name), name);
  for (const name of ['en-US', 'de']) writeFileSync(join(folder, 'locales', `${name}.pak`), name);
}

export function readFuses(program: Buffer): Fuses {
  const start = program.indexOf(fuseMark) + fuseMark.length;
  const wire = program.subarray(start + 2, start + 2 + (program[start + 1] ?? 0)).toString();
  return Object.fromEntries(fuseNames.map((name, index) => [name, wire[index] === '1'])) as Fuses;
}

/** The packager's own tool for resources of Windows programs, wherever it is installed. */
const packager = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { NtExecutable, NtExecutableResource, Resource } = createRequire(
  packager.resolve('app-builder-lib/package.json'),
)('resedit') as typeof import('resedit');

/** With the version texts that the packager looks for before it writes the archive's hash beside them. */
function windowsProgram(data: Buffer): Buffer {
  const program = NtExecutable.from(bareWindowsProgram(data));
  const resources = NtExecutableResource.from(program);
  const texts = Resource.VersionInfo.createEmpty();
  texts.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Stand-in' });
  texts.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

/** The hashes of archives that a Windows program carries: Electron refuses to start with any other. */
export function embeddedHashes(program: Buffer): readonly { file: string; alg: string; value: string }[] {
  const { entries } = NtExecutableResource.from(NtExecutable.from(program));
  const integrity = entries.find((entry) => entry.type === 'INTEGRITY');
  return integrity ? JSON.parse(Buffer.from(integrity.bin).toString()) : [];
}

/** The least that counts as a 64-bit Windows program: headers, and one section that holds `data`. */
function bareWindowsProgram(data: Buffer): Buffer {
  const [headerEnd, alignment, sectionAlignment] = [0x400, 0x200, 0x1000];
  const rawSize = Math.ceil(data.length / alignment) * alignment;
  const program = Buffer.alloc(headerEnd + rawSize);
  program.write('MZ', 0);
  program.writeUInt32LE(0x80, 0x3c);
  program.write('PE\0\0', 0x80);
  const file = 0x84;
  program.writeUInt16LE(0x8664, file);
  program.writeUInt16LE(1, file + 2);
  program.writeUInt16LE(240, file + 16);
  program.writeUInt16LE(0x22, file + 18);
  const optional = file + 20;
  program.writeUInt16LE(0x20b, optional);
  program.writeUInt32LE(rawSize, optional + 8);
  program.writeBigUInt64LE(0x140000000n, optional + 24);
  program.writeUInt32LE(sectionAlignment, optional + 32);
  program.writeUInt32LE(alignment, optional + 36);
  program.writeUInt16LE(6, optional + 48);
  program.writeUInt32LE(2 * sectionAlignment, optional + 56);
  program.writeUInt32LE(headerEnd, optional + 60);
  program.writeUInt16LE(2, optional + 68);
  program.writeUInt32LE(16, optional + 108);
  const section = optional + 240;
  program.write('.data', section);
  program.writeUInt32LE(data.length, section + 8);
  program.writeUInt32LE(sectionAlignment, section + 12);
  program.writeUInt32LE(rawSize, section + 16);
  program.writeUInt32LE(headerEnd, section + 20);
  program.writeUInt32LE(0xc0000040, section + 36);
  data.copy(program, headerEnd);
  return program;
}
