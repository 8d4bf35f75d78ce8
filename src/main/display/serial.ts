import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { message } from '../../shared/languages/message.ts';
import type { Rs232Record } from '../edition/records.ts';
import { systemCode } from '../ground/errors.ts';
import { failedPower, type PowerResult, type PowerSwitch, unknownPower } from './power.ts';
import { runOnMachine } from './switches.ts';

/** A serial line: what the CMS wants a display to be sent is written to a port of this machine. */
export function serialSwitch(
  port: string,
  settings: () => Rs232Record | null,
  run: typeof runOnMachine = runOnMachine,
): PowerSwitch {
  return {
    name: 'serial',
    async set(wanted) {
      const line = settings();
      const text = wanted === 'on' ? line?.displayOn : line?.displayOff;
      if (!line || !text) return unknownPower(message('display-switch.serial.nothing', { wanted }));
      const bytes = bytesOf(text, line.format);
      if (bytes === null) return failedPower(message('display-switch.serial.no-hex', { text }));
      const mode = modeOf(line);
      if (mode === null) return failedPower(message('display-switch.serial.mode', { port }));
      return write(port, mode, bytes, run);
    },
  };
}

async function write(
  port: string,
  mode: readonly string[],
  bytes: Buffer,
  run: typeof runOnMachine,
): Promise<PowerResult> {
  const file = await opened(port);
  if (!('fd' in file)) return file;
  try {
    if (!(await file.stat()).isCharacterDevice())
      return failedPower(message('display-switch.serial.no-port', { port }));
    // While it is open, so that the port keeps its mode until the bytes are written.
    const { mistake, output } = await run(['stty', '-F', port, ...mode]);
    if (mistake !== null)
      return failedPower(message('display-switch.program', { program: 'stty', output: output || port }));
    await file.write(bytes);
    return unknownPower(message('display-switch.no-state'));
  } catch (error) {
    return failedPower(message('display-switch.serial.write', { port, code: systemCode(error) ?? 'error' }));
  } finally {
    await file.close();
  }
}

/** Neither waits for a carrier nor lets the port become the terminal of this process. */
async function opened(port: string) {
  try {
    return await open(port, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch (error) {
    return failedPower(message('display-switch.serial.write', { port, code: systemCode(error) ?? 'error' }));
  }
}

/** The format is a word or a number of the service: whatever sounds like hexadecimal is. */
export function bytesOf(text: string, format: string | null): Buffer | null {
  if (!/hex|^1$/i.test(format ?? '')) return Buffer.from(unescaped(text), 'latin1');
  const digits = text.replaceAll(/0x|[\s,;:-]/gi, '');
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)
    ? Buffer.from(digits, 'hex')
    : null;
}

/** Displays want their commands ended by a carriage return, which no form of a CMS can hold. */
function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '\\': '\\' };
  return text.replaceAll(
    /\\(?:x([0-9a-f]{2})|([rnt\\]))/gi,
    (whole, hex: string | undefined, name: string | undefined) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (named[name?.toLowerCase() ?? ''] ?? whole),
  );
}

const speeds = [300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400];

/** In the words of stty; null: a value that no port has. What is not set is as most displays have it, 9600 8N1. */
function modeOf({ baud, dataBits, parity, stopBits }: Rs232Record): readonly string[] | null {
  const speed = baud ?? 9600;
  const bits = dataBits ?? 8;
  const stops = stopBits ?? 1;
  const parities: Readonly<Record<string, readonly string[]>> = {
    n: ['-parenb'],
    e: ['parenb', '-parodd'],
    o: ['parenb', 'parodd'],
  };
  const wanted =
    parities[{ '0': 'n', '1': 'o', '2': 'e' }[parity ?? '0'] ?? parity?.[0]?.toLowerCase() ?? ''];
  if (!speeds.includes(speed) || bits < 5 || bits > 8 || !Number.isInteger(bits)) return null;
  if (!wanted || (stops !== 1 && stops !== 2)) return null;
  return [
    ...['raw', '-echo', 'clocal', '-crtscts', String(speed), `cs${bits}`],
    ...[...wanted, stops === 2 ? 'cstopb' : '-cstopb'],
  ];
}
