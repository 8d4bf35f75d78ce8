import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { message, verbatim } from '../../../shared/languages/message.ts';
import { cmdTopic, topicsOf } from '../../fleet/topics.ts';
import { sleep, systemClock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import { humanSize } from '../../ground/size.ts';
import { openConsole } from '../../operator/console.ts';
import { answer } from '../answer.ts';
import { firstWord, textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { Answers } from './answers.ts';

const waitMs = 60_000;

export const command: Command = {
  name: 'fleet picture',
  summary: 'Fetches a small screenshot of a player of the fleet.',
  usage: 'PLAYER [--screen ID] [--to FILE] [--json]',
  options: { screen: { type: 'string' }, to: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: `
--screen ID  of a player with several screens; the first by default
--to FILE    where it is written; PLAYER.jpg by default`,
  async run(invocation) {
    const device = firstWord(invocation, 'player');
    const screenId = textOption(invocation, 'screen');
    const file = resolve(textOption(invocation, 'to') ?? `${device}.jpg`);
    const { config, configSources } = invocation;
    const id = randomUUID();
    const answers = new Answers(id, [device]);
    let picture: Uint8Array | null = null;
    const results = await answers.listen(invocation);
    const pictures = await openConsole({
      config,
      clock: systemClock,
      env: configSources.env ?? process.env,
      quality: 1,
      topics: [topicsOf(config.fleet.name, device, []).picture],
      hear: ({ payload }) => {
        picture = payload;
      },
    });
    try {
      const now = systemClock.now();
      const payload = JSON.stringify({
        id,
        name: 'picture',
        args: screenId === undefined ? {} : { screenId },
        issuedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + waitMs).toISOString(),
      });
      const topic = cmdTopic(config.fleet.name, { device });
      await pictures.publish({ topic, payload, isKept: false, expirySeconds: waitMs / 1000 });
      const until = systemClock.monotonic() + waitMs;
      while ((picture === null || !answers.isWhole) && systemClock.monotonic() < until) {
        const [only] = answers.all;
        if (only?.state === 'failed' || only?.state === 'refused')
          throw new VitrineError(
            'temporary',
            only.code ?? 'failed',
            only.reason === undefined ? message('picture-failed') : verbatim(only.reason),
          );
        await Promise.race([sleep(systemClock, 50, invocation.signal), pictures.ended]);
      }
    } finally {
      await Promise.all([results.close(), pictures.close()]);
    }
    const got: Uint8Array | null = picture;
    if (got === null) throw new VitrineError('temporary', message('unanswered', { device }));
    await writeFile(file, got);
    await answer(
      invocation,
      { file, bytes: (got as Uint8Array).length },
      `${file}, ${humanSize((got as Uint8Array).length)}\n`,
    );
    return 0;
  },
};
