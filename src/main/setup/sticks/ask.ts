import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { systemCode } from '../../ground/errors.ts';
import type { Stick } from '../stick.ts';
import { onUsb } from './usb.ts';

const answerWaitMs = 20_000;
const mostAnswerBytes = 1024 * 1024;

const device = v.pipe(v.string(), v.regex(/^\w{1,40}$/));
const line = v.union([
  v.object({ device, isUnreadable: v.literal(true) }),
  v.object({
    device,
    size: v.pipe(v.number(), v.minValue(0)),
    text: v.pipe(v.string(), v.maxLength(64 * 1024)),
  }),
]);

/** The USB block devices as a text, which changes with every stick and card. Empty: none, or unknown. */
export function pluggedIn(list = '/sys/class/block'): string {
  try {
    // Inserting a card changes no name, only the reader's size and number.
    const traits = (name: string) => [name, fact(list, name, 'size'), fact(list, name, 'diskseq')].join(':');
    return onUsb(list).map(traits).join(' ');
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
  }
}

/** Some of these are missing for partitions and on older kernels. */
function fact(list: string, name: string, file: string): string {
  try {
    return readFileSync(join(list, name, file), 'utf8').trim();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
  }
}

/** Requests the files on the sticks from the kiosk's own reader, because the player may not read devices. Nothing is mounted. */
export async function sticksOf(socketPath: string): Promise<readonly Stick[]> {
  const text = await answerOf(socketPath);
  return text.split('\n').flatMap((each): readonly Stick[] => {
    if (each === '') return [];
    const answer = v.parse(line, JSON.parse(each));
    if ('isUnreadable' in answer)
      return [{ path: answer.device, signature: answer.device, text: '', isUnreadable: true }];
    const { device, size, text: found } = answer;
    const sum = createHash('sha256').update(found).digest('hex');
    return [
      {
        path: `${device}/vitrine.json`,
        signature: `${device} ${size} ${sum}`,
        text: found,
        isReadOnly: true,
      },
    ];
  });
}

function answerOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(path)
      .setEncoding('utf8')
      .setTimeout(answerWaitMs, () => socket.destroy(new Error('No answer from the reader of sticks')))
      .on('data', (part: string) => {
        text += part;
        if (text.length > mostAnswerBytes)
          socket.destroy(new Error('The answer of the reader of sticks is too long'));
      })
      .on('error', reject)
      .on('end', () => resolve(text));
  });
}
