// Boots the image of `npm run package -- image` on an emulated PC, and prints a line with seconds and a picture for each state.
// Usage: npm run prove -- pc [IMAGE] [--seed N] [--only PART …] [--cuts N] [--percent N] [--verbose]: needs qemu-system-x86, ovmf,
// openssh-client, mtools, gdisk, dosfstools, e2fsprogs, zstd and imagemagick; without IMAGE it builds one, as root. --percent limits
// the machine to a part of one processor, and --verbose keeps what kernel and systemd write. Parts: set-up,
// cuts, faults, install, hang
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cuts } from './cuts.ts';
import { faulty } from './faults.ts';
import { hang } from './hang.ts';
import { slowed } from './hardware.ts';
import { install } from './install.ts';
import { setUp } from './set-up.ts';
import { World } from './world.ts';

const { values: requested, positionals } = parseArgs({
  allowPositionals: true,
  options: {
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
};

const strange = requested.only.filter((name) => !(name in parts));
if (strange.length > 0) throw new Error(`no part "${strange.join(', ')}": ${Object.keys(parts).join(', ')}`);

const out = join(tmpdir(), 'vitrine-pc');
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'vitrine-pc-disks-'));

function builtImage(): string {
  execFileSync(process.execPath, ['packaging/image/build.ts', '--quick', '--out', work], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
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
    limits: { enter: group?.enter ?? [], isVerbose: requested.verbose },
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
