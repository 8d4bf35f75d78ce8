import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Message {
  readonly at: number;
  readonly device: string;
  readonly name: string;
  readonly retained: boolean;
  readonly text: string;
  readonly bytes: number;
}

/** Messages that Debian's mosquitto_sub receives from the fleet with the operator's password. */
export function subscribed(port: number, caFile: string) {
  const login = [
    '-V',
    '5',
    '-h',
    '127.0.0.1',
    '-p',
    `${port}`,
    '--cafile',
    caFile,
    '-u',
    'operator',
    '-P',
    'op',
  ];
  const child = spawn('mosquitto_sub', [...login, '-q', '1', '-t', 'vitrine/v1/chain/#', '-F', '%t %r %x'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const messages: Message[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [topic = '', retained, hex = ''] = line.split(' ');
    const [, , , device = '', name = ''] = topic.split('/');
    const payload = Buffer.from(hex, 'hex');
    const text = name === 'picture' ? '' : payload.toString('utf8');
    messages.push({
      at: performance.now(),
      device,
      name,
      retained: retained === '1',
      text,
      bytes: payload.length,
    });
  });
  return { messages, stop: () => child.kill() };
}
