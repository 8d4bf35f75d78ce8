// Boots the image of `npm run package -- image` on an emulated PC, and prints a line with seconds and a picture for each state.
// Usage: npm run prove -- pc [IMAGE]: needs qemu-system-x86, ovmf, mtools, gdisk and e2fsprogs; without IMAGE it builds one, as root
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoCms } from '../../../src/demo/cms.ts';
import { picture } from '../../../test/e2e/support/pictures.ts';
import { dataSize, fileOn, partition, placeFile, writeTo } from './disk.ts';
import { codeIn, isColour, Pc, wait } from './pc.ts';

const gigabyte = 1000 ** 3;
const [green, blue] = [
  [0, 255, 0],
  [0, 0, 255],
];
/** Emulated, and beside other work. */
const mostSeconds = 420;

const out = join(tmpdir(), 'vitrine-pc');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'vitrine-pc-disks-'));

function builtImage(): string {
  execFileSync(process.execPath, ['packaging/image/build.ts', '--quick', '--out', work], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const name = readdirSync(work).find((each) => each.endsWith('.img')) ?? '';
  return join(work, name);
}

function line(what: string, seconds: number, more: string): void {
  process.stdout.write(`${what.padEnd(34)} ${seconds.toFixed(0).padStart(4)} s  ${more}\n`);
}

function check(what: string, is: boolean, found: string): void {
  process.stdout.write(`${what.padEnd(34)} ${is ? '    ok' : 'FAILED'}  ${found}\n`);
  if (!is) process.exitCode = 1;
}

/** One start until `find` finds something on the display. */
async function boot<T>(
  disk: string,
  name: string,
  find: Parameters<typeof Pc.prototype.until<T>>[2],
): Promise<Pc> {
  const pc = await Pc.start(out, disk);
  try {
    await pc.until(name, mostSeconds, find);
    line(name, pc.seconds, join(out, `${name}.png`));
    return pc;
  } catch (error) {
    await pc.cut();
    throw error;
  }
}

const identity = (disk: string): string => fileOn(disk, 'etc/machine-id').trim();

/** The whole partition but for less than its last block. */
function hasGrown(disk: string, bytes: number): void {
  const { size } = partition(disk, 'vitrine-data');
  const used = dataSize(disk);
  check(
    `data grew to ${bytes / gigabyte} GB`,
    size > bytes - 3 * gigabyte && size - used < 1e6,
    `${(used / gigabyte).toFixed(2)} GB`,
  );
}

async function setsUp(image: string): Promise<string> {
  const disk = join(work, 'one.raw');
  writeTo(image, disk, 8 * gigabyte);
  const pc = await boot(disk, 'first-boot', codeIn);
  await pc.shutDown();
  hasGrown(disk, 8 * gigabyte);
  const first = identity(disk);
  check('machine id', /^[0-9a-f]{32}$/.test(first), first);
  check('no keys for SSH', fileOn(disk, 'etc/ssh/ssh_host_ed25519_key') === '', '');
  const again = await boot(disk, 'second-boot', codeIn);
  await again.shutDown();
  check('the id stays', identity(disk) === first, identity(disk));
  rmSync(disk);
  return first;
}

/** A larger disk with the owner's file; then power cuts while the playlist changes. */
async function plays(image: string, other: string): Promise<void> {
  const disk = join(work, 'two.raw');
  writeTo(image, disk, 16 * gigabyte);
  const cms = await startDemoCms({ seed: 'empty' });
  try {
    const add = (colour: 'green' | 'blue'): void => {
      const file = { name: colour, fileName: `${colour}.png`, mimeType: 'image/png' };
      const { id } = cms.content.addFile(file, picture(colour));
      cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 5 });
    };
    add('green');
    const url = cms.baseUrl.replace('127.0.0.1', '10.0.2.2');
    const file = join(work, 'vitrine.json');
    writeFileSync(file, JSON.stringify({ cms: { url, token: cms.token }, playlist: cms.playlistId }));
    placeFile(disk, file, 'vitrine.json');
    let pc = await boot(disk, 'file-to-first-item', (seen) => isColour(seen, green));
    add('blue');
    for (const [index, seconds] of [2, 11, 5, 23, 8].entries()) {
      await wait(seconds * 1000);
      await pc.cut();
      pc = await boot(
        disk,
        `power-cut-${index + 1}`,
        (seen) => isColour(seen, green) ?? isColour(seen, blue),
      );
    }
    await pc.until('second-item', 120, (seen) => isColour(seen, blue));
    await pc.shutDown();
    hasGrown(disk, 16 * gigabyte);
    check(
      'another machine id',
      /^[0-9a-f]{32}$/.test(identity(disk)) && identity(disk) !== other,
      identity(disk),
    );
  } finally {
    await cms.stop();
  }
}

try {
  const image = process.argv[2] ?? builtImage();
  await plays(image, await setsUp(image));
} finally {
  rmSync(work, { recursive: true, force: true });
}
