import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Message, message, verbatim } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { startProgram } from '../ground/program.ts';

/** A Wi-Fi network in reach, open or protected by a password. */
export interface WifiNetwork {
  readonly name: string;
  /** 0 to 100. */
  readonly signal: number;
  readonly isOpen: boolean;
}

/** Wi-Fi by NetworkManager. */
export interface Wifi {
  /** Whether there is a radio and NetworkManager's nmcli. */
  readonly isThere: boolean;
  /** Scans, which takes some seconds; the strongest first. */
  networks(): Promise<readonly WifiNetwork[]>;
  /** NetworkManager stores the network and reconnects at each start. */
  join(name: string, password: string | null): Promise<void>;
}

const listWaitMs = 30_000;
const joinSeconds = 60;
const mostAnswer = 1024 * 1024;

export class NetworkManagerWifi implements Wifi {
  readonly #env: NodeJS.ProcessEnv;
  readonly #devices: string;

  constructor(env: NodeJS.ProcessEnv = process.env, devices = '/sys/class/net') {
    this.#env = env;
    this.#devices = devices;
  }

  get isThere(): boolean {
    const folders = (this.#env.PATH ?? '').split(delimiter);
    return hasRadio(this.#devices) && folders.some((folder) => existsSync(join(folder, 'nmcli')));
  }

  async networks(): Promise<readonly WifiNetwork[]> {
    // Names as bytes: they may contain line breaks.
    const fields = ['-t', '-f', 'SSID-HEX,SIGNAL,SECURITY'];
    const args = [...fields, 'device', 'wifi', 'list', '--rescan', 'auto'];
    return networksIn(await this.#nmcli(args, { code: 'wifi-unseen', waitMs: listWaitMs, input: '' }));
  }

  async join(name: string, password: string | null): Promise<void> {
    // nmcli prompts for the password: every user of the machine can read arguments.
    const args = ['--ask', '--wait', String(joinSeconds), 'device', 'wifi', 'connect', name];
    const waitMs = (joinSeconds + 10) * 1000;
    await this.#nmcli(args, { code: 'wifi-refused', waitMs, input: `${password ?? ''}\n` });
  }

  async #nmcli(
    args: readonly string[],
    {
      code,
      waitMs,
      input,
    }: { readonly code: 'wifi-unseen' | 'wifi-refused'; readonly waitMs: number; readonly input: string },
  ): Promise<string> {
    const refused = (why: Message, cause?: unknown): VitrineError =>
      new VitrineError('temporary', message(code, { why }), { cause });
    const options = { env: { ...this.#env, LC_ALL: 'C.UTF-8' }, timeout: waitMs };
    const child = await startProgram('nmcli', args, options).catch((error: unknown) => {
      throw refused(message('setup.wifi.no-program'), error);
    });
    return new Promise((resolve, reject) => {
      const [answer, complaint] = [new Lines(), new Lines()];
      child.stdout?.on('data', (bytes: Buffer) => answer.add(bytes));
      child.stderr?.on('data', (bytes: Buffer) => complaint.add(bytes));
      // nmcli may end without a prompt.
      child.stdin?.on('error', () => undefined);
      child.on('error', reject);
      child.on('close', (status) => {
        if (status === 0) return resolve(answer.text);
        const why = /^Error: (.{1,200})/m.exec(complaint.text)?.[1]?.replace(/\.$/, '');
        reject(refused(why === undefined ? message('setup.wifi.no-answer') : verbatim(why)));
      });
      child.stdin?.end(input);
    });
  }
}

/** The output of a program, bounded. */
class Lines {
  readonly #parts: Buffer[] = [];
  #length = 0;

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length <= mostAnswer) this.#parts.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }
}

function hasRadio(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => existsSync(join(folder, name, 'phy80211')));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

/** One per name. Omits networks with enterprise login, and names that nmcli would take for options. */
export function networksIn(text: string): readonly WifiNetwork[] {
  const found = new Map<string, WifiNetwork>();
  for (const line of text.split('\n')) {
    const [hex = '', strength = '', security = ''] = line.split(':');
    const name = nameIn(hex);
    if (name === null || name.startsWith('-') || /\b802\.1X\b/.test(security)) continue;
    const signal = Number(strength);
    if (signal > (found.get(name)?.signal ?? -1)) found.set(name, { name, signal, isOpen: isOpen(security) });
  }
  return [...found.values()].sort((one, other) => other.signal - one.signal);
}

/** OWE encrypts without a password. */
function isOpen(security: string): boolean {
  return security.split(' ').every((way) => way === '' || way === '--' || way.startsWith('OWE'));
}

/** Null: hidden, or without a readable name. */
function nameIn(hex: string): string | null {
  if (!/^([0-9A-F]{2}){1,32}$/i.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  const name = bytes.toString('utf8');
  return Buffer.from(name, 'utf8').equals(bytes) && !/\p{Cc}/u.test(name) && name.trim() !== '' ? name : null;
}
