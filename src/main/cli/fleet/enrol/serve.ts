import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { message } from '../../../../shared/languages/message.ts';
import { enrolTopic } from '../../../fleet/topics.ts';
import { sleep, systemClock } from '../../../ground/clock.ts';
import { asVitrineError, systemCode, VitrineError } from '../../../ground/errors.ts';
import { Enroller } from '../../../operator/enroller.ts';
import { answer } from '../../answer.ts';
import { firstWord, textOption, wrongUsage } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { durationIn } from '../../duration.ts';
import { openSecurity } from './security.ts';

const keySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    vitrine: v.literal('enroller'),
    fleet: v.string(),
    groups: v.array(v.string()),
    privateKey: v.string(),
  }),
);

const leastRestMs = 1_000;
const mostRestMs = 20_000;

export const command: Command = {
  name: 'fleet enrol serve',
  summary: 'Enrols the players that present the file of fleet enrol group, while it runs.',
  usage: 'FILE [--most N] [--for TIME] [--json]',
  options: { most: { type: 'string' }, for: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: `
FILE        the file of vitrine fleet enrol group; FILE.key is read too
--most N    the most players to enrol, default 100; a player that asks again does not count
--for TIME  how long to run, default 8h

All its state is in the broker: it can be stopped and restarted at any time, and unanswered players ask again.
Exit code 0 after that time or Ctrl+C.`,
  async run(invocation) {
    const { config, progress, signal, log } = invocation;
    const { fleet, groups, privateKey } = readKey(`${resolve(firstWord(invocation, 'file'))}.key`);
    const most = Number(textOption(invocation, 'most') ?? '100');
    if (!Number.isInteger(most) || most < 1 || most > 100_000)
      throw wrongUsage(message('wrong-usage.range', { option: '--most', least: 1, most: 100_000 }));
    const forMs = durationIn(textOption(invocation, 'for') ?? '8h');
    if (config.fleet.name !== fleet)
      throw wrongUsage(message('wrong-usage.other-fleet', { fleet, own: config.fleet.name }));
    const names: string[] = [];
    const over = new AbortController();
    const cancelOver = systemClock.after(forMs, () => over.abort());
    const ended = AbortSignal.any([signal, over.signal]);
    let wasThere = false;
    while (!ended.aborted) {
      try {
        await serve();
      } catch (thrown) {
        const error = asVitrineError(thrown);
        if (!wasThere || error.kind !== 'temporary') throw error;
        progress(`${error.message} Retrying.\n`);
        const rest = leastRestMs + Math.random() * (mostRestMs - leastRestMs);
        await sleep(systemClock, rest, ended).catch(() => undefined);
      }
    }
    cancelOver();
    await answer(invocation, names, `${names.length} screens were enrolled.\n`);
    return 0;

    /** Runs until it is stopped or the connection ends. */
    async function serve(): Promise<void> {
      let enroller: Enroller | null = null;
      const { console, security } = await openSecurity(
        invocation,
        [enrolTopic(fleet, 'request')],
        ({ payload, isRetained }) => {
          if (!isRetained) void enroller?.hear(payload);
        },
      );
      wasThere = true;
      try {
        enroller = new Enroller({
          fleet,
          groups,
          privateKey,
          most: most - names.length,
          security,
          log,
          answer: (to, text) =>
            console.publish({
              topic: enrolTopic(fleet, `answer/${to}`),
              payload: JSON.stringify(text),
              isKept: false,
            }),
          onEnrolled: (device) => {
            names.push(device);
            progress(`${device} is enrolled (${names.length} of ${most} at most)\n`);
          },
        });
        await Promise.race([once(ended, 'abort'), console.ended]);
      } finally {
        await console.close();
      }
    }
  },
};

function readKey(path: string): v.InferOutput<typeof keySchema> {
  try {
    const parsed = v.safeParse(keySchema, readFileSync(path, 'utf8'));
    if (parsed.success) return parsed.output;
  } catch (cause) {
    throw new VitrineError(
      'permanent',
      message('no-enroller-key', { path, code: systemCode(cause) ?? 'unknown' }),
      { cause },
    );
  }
  throw new VitrineError('permanent', message('no-enroller-key.invalid', { path }));
}
