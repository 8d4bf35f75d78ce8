import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { picture } from '../../../test/e2e/support/pictures.ts';
import { chanceFrom } from '../../../test/soak/chance.ts';
import { noise } from '../../../test/support/pictures.ts';
import { fatStick, type identityOf, placeFile, writeTo } from './disk.ts';
import { host, type PcNeeds } from './hardware.ts';
import { Pc } from './pc.ts';
import type { Picture } from './picture.ts';

export const gigabyte = 1000 ** 3;
/** Emulated, and beside other work. */
export const mostSeconds = 1200;

interface WorldNeeds {
  readonly image: string;
  /** Pictures stay here, disks do not. */
  readonly out: string;
  readonly work: string;
  readonly seed: number;
  readonly cuts: number;
  /** What each machine is started with. */
  readonly limits: Pick<PcNeeds, 'architecture' | 'enter' | 'isVerbose'>;
}

/** What all lines share: the image, a CMS of this machine, an owner's key, and the table. */
export class World {
  readonly image: string;
  readonly out: string;
  readonly work: string;
  readonly cms: DemoCms;
  readonly chance;
  readonly cuts: number;
  readonly #limits: WorldNeeds['limits'];
  readonly key: string;
  readonly #ports: { readonly port: number; readonly page: number };
  /** Machine id, random seed and host key of each disk that has started. */
  readonly #identities = new Map<string, ReturnType<typeof identityOf>>();

  static async start(needs: WorldNeeds): Promise<World> {
    const cms = await startDemoCms({ seed: 'empty' });
    return new World(needs, cms, { port: await freePort(), page: await freePort() });
  }

  private constructor(
    { image, out, work, seed, cuts, limits }: WorldNeeds,
    cms: DemoCms,
    ports: { port: number; page: number },
  ) {
    this.image = image;
    this.out = out;
    this.work = work;
    this.cms = cms;
    this.chance = chanceFrom(seed);
    this.cuts = cuts;
    this.#limits = limits;
    this.#ports = ports;
    this.key = join(work, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'owner', '-f', this.key]);
    this.add('green');
  }

  /** A new entry, of a file that has this many bytes more than the picture needs. */
  add(colour: 'green' | 'blue', more = 0): void {
    const { content, playlistId } = this.cms;
    const file = { name: colour, fileName: `${colour}.png`, mimeType: 'image/png' };
    const bytes = withChunk(picture(colour), noise(this.chance.below(2 ** 31), more));
    const { id } = content.addFile(file, bytes);
    content.addEntry(Number(playlistId), { media_file_id: id, duration: 5 });
  }

  /** An editor at work: two to four new entries of up to 8 MB, of both colours, and the oldest ones go. */
  edit(): void {
    const { content, playlistId } = this.cms;
    for (let count = 1 + this.chance.below(3); count >= 0; count--)
      this.add(count % 2 === 0 ? 'blue' : 'green', this.chance.below(8_000_000));
    for (const { id } of content.entriesOf(playlistId).slice(0, -6)) content.removeEntry(id);
  }

  /** How many files the player has requested. */
  get downloads(): number {
    return this.cms.requests.filter(({ path }) => /\/download(\?|$)/.test(path)).length;
  }

  /** A disk of this size with the image, as dd writes it; configured: with the owner's file and key. */
  disk(name: string, bytes: number, kind: 'new' | 'configured' = 'configured'): string {
    const disk = join(this.work, `${name}.raw`);
    writeTo(this.image, disk, bytes);
    if (kind === 'new') return disk;
    placeFile(disk, this.file, 'vitrine.json');
    this.admitOwner(disk);
    return disk;
  }

  /** The owner's file, for this CMS as the emulated machine reaches it. */
  get file(): string {
    const path = join(this.work, 'vitrine.json');
    const url = this.cms.baseUrl.replace('127.0.0.1', host);
    writeFileSync(
      path,
      JSON.stringify({ cms: { url, token: this.cms.token }, playlist: this.cms.playlistId }),
    );
    return path;
  }

  /** A USB stick with it. */
  stick(): string {
    const path = join(this.work, 'stick');
    fatStick(path, this.file, 'vitrine.json');
    return path;
  }

  /** From now on this disk's machine admits the owner by SSH. */
  admitOwner(disk: string): void {
    placeFile(disk, `${this.key}.pub`, 'authorized_keys');
  }

  /** A start until `find` finds something on the display. */
  async boot<T>(
    {
      name,
      ...needs
    }: Omit<PcNeeds, 'architecture' | 'folder' | 'shell' | 'enter'> & { readonly name: string },
    find: (picture: Picture) => T | null,
  ): Promise<Pc> {
    const shell = { ...this.#ports, key: this.key };
    const pc = await Pc.start({ ...needs, ...this.#limits, folder: this.out, shell });
    try {
      await pc.until(name, mostSeconds, find);
      this.line(name, pc.seconds);
      if (pc.resets.length > 0) this.check(`${name}: without a reset`, false, pc.resets.join(', '));
      return pc;
    } catch (error) {
      await pc.cut();
      throw error;
    }
  }

  /** Compares a machine with all before it. Without an owner it has no host key. */
  differs(name: string, identity: ReturnType<typeof identityOf>): void {
    for (const [other, of] of this.#identities)
      for (const what of ['machine', 'seed', 'hostKey'] as const)
        this.check(
          `${name} and ${other}: ${what}`,
          identity[what] !== of[what] && (what === 'hostKey' || identity[what] !== ''),
          identity[what].slice(-12),
        );
    this.#identities.set(name, identity);
  }

  /** A state of the display, with its picture. */
  line(name: string, seconds: number, more = ''): void {
    this.#print(name, `${seconds.toFixed(0)} s`, `${join(this.out, `${name}.png`)} ${more}`);
  }

  check(what: string, is: boolean, found: string | number = ''): void {
    this.#print(what, is ? 'ok' : 'FAILED', String(found));
    if (!is) process.exitCode = 1;
  }

  #print(what: string, how: string, more: string): void {
    process.stdout.write(`${what.padEnd(34)} ${how.padStart(7)}  ${more}`.trimEnd().concat('\n'));
  }

  async stop(): Promise<void> {
    await this.cms.stop();
  }
}

/** The PNG with these bytes in a chunk that no program reads. */
function withChunk(png: Uint8Array, data: Buffer): Uint8Array {
  const end = png.length - 12;
  const body = Buffer.concat([Buffer.from('noIz'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, end), length, body, sum, png.subarray(end)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
