// Boots the image of `npm run package -- image` on an emulated PC, and prints a line with seconds and a picture for each state.
// Usage: npm run prove -- pc [IMAGE] [--arch arm64] [--seed N] [--only PART …] [--cuts N] [--percent N] [--verbose]: needs
// qemu-system-x86, ovmf (for arm64 qemu-system-arm and qemu-efi-aarch64; its proof is `--only set-up`), openssh-client, mtools,
// gdisk, dosfstools, e2fsprogs, zstd and imagemagick; without IMAGE it builds one, as root. --percent limits the machine to a part
// of one processor, and --verbose keeps what kernel and systemd write. Parts, in this order: set-up, cuts,
// faults, install, hang, update, memory (of 1 GiB), display (unplugged, and outside its hours). Each start takes 130 s to
// 445 s, by what else the machine does
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Architecture, architectures } from '../../../packaging/kiosk/architectures.ts';
import { cuts } from './cuts.ts';
import { display } from './display.ts';
import { faulty } from './faults.ts';
import { hang } from './hang.ts';
import { slowed } from './hardware.ts';
import { install } from './install.ts';
import { memory } from './memory.ts';
import { setUp } from './set-up.ts';
import { update } from './update.ts';
import { World } from './world.ts';

const { values: requested, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    arch: { type: 'string', default: 'amd64' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true, default: [] },
    cuts: { type: 'string', default: '20' },
    percent: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const parts = {
  'set-up': setUp,
  cuts,
  faults: faulty,
  install,
  hang,
  update,
  memory,
  display,
};

const strange = requested.only.filter((name) => !(name in parts));
if (strange.length > 0) throw new Error(`no part "${strange.join(', ')}": ${Object.keys(parts).join(', ')}`);

if (!Object.hasOwn(architectures, requested.arch)) throw new Error(`no image for ${requested.arch}`);

const out = join(tmpdir(), 'vitrine-pc');
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'vitrine-pc-disks-'));

function builtImage(): string {
  execFileSync(
    process.execPath,
    ['packaging/image/build.ts', '--quick', '--arch', requested.arch, '--out', work],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const name = readdirSync(work).find((each) => each.endsWith('.img')) ?? '';
  return join(work, name);
}

const group = requested.percent === undefined ? null : slowed(Number(requested.percent));
try {
  const image = positionals[0] ?? builtImage();
  process.stdout.write(`seed ${requested.seed}, pictures in ${out}\n`);
  const world = await World.start({
    image,
    out,
    work,
    seed: Number(requested.seed),
    cuts: Number(requested.cuts),
    limits: {
      architecture: requested.arch as Architecture,
      enter: group?.enter ?? [],
      isVerbose: requested.verbose,
    },
  });
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (requested.only.length > 0 && !requested.only.includes(name)) continue;
      // The other parts are worth their minutes all the same.
      await part(world).catch((error: unknown) => world.check(name, false, String(error)));
    }
  } finally {
    await world.stop();
  }
} finally {
  group?.remove();
  rmSync(work, { recursive: true, force: true });
}
