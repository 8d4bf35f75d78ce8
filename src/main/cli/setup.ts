import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { inEnglish, message as inWords, type Message } from '../../shared/languages/message.ts';
import type { Choice, SetupLists } from '../../shared/setup.ts';
import { askPlayer } from '../admin/client.ts';
import { knownInstead } from '../cms/known-instead.ts';
import { readConfig } from '../config/config.ts';
import { writeSetup } from '../config/setup-file.ts';
import { systemZone } from '../edition/system-zone.ts';
import { isTimeZone } from '../edition/zone.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { realFileSystem } from '../ground/fs.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import { Draft } from '../setup/draft.ts';
import { NetworkManagerWifi, type Wifi } from '../setup/wifi.ts';
import { answer } from './answer.ts';
import type { Command, Invocation } from './command.ts';

export const command: Command = {
  name: 'setup',
  summary: 'Sets up this player in the terminal: CMS, token and what it plays.',
  usage:
    '[--wifi] [--cms ADDRESS] [--device NAME | --group NAME | --playlist NAME] [--rotation N] [--volume N] [--time-zone ZONE] [--json]',
  options: {
    wifi: { type: 'boolean' },
    cms: { type: 'string' },
    device: { type: 'string' },
    group: { type: 'string' },
    playlist: { type: 'string' },
    rotation: { type: 'string' },
    volume: { type: 'string' },
    'time-zone': { type: 'string' },
  },
  details: `
Prompts for what the options do not give. The token comes from a prompt or from VITRINE_CMS_TOKEN, never from an argument, which
other users could read. With --wifi, choose and join a Wi-Fi network first (NetworkManager). The choices are checked with the CMS
before anything is written.

They are stored in setup.json of the data folder; the configuration file and the environment override them. A running player that
was not configured uses them within seconds, any other player after its next start.`,
  async run(invocation) {
    const { configSources, log, signal, values } = invocation;
    const { config, mistake } = readConfig(configSources);
    if (config === null || mistake !== null) throw mistake;
    const draft = new Draft({ sources: configSources, log });
    const terminal = new Terminal(invocation);
    try {
      if (values.wifi === true) await terminal.join(new NetworkManagerWifi());
      const lists = await terminal.untilRight(async (isFirst) => {
        const given = isFirst ? values.cms : undefined;
        const url = await terminal.given(given, inWords('setup.cms.address'), config.cms.url);
        return draft.connect(url, await terminal.secret(inWords('setup.cms.token'), isFirst));
      });
      const choice: Choice = {
        ...(await terminal.choice(values, lists)),
        rotation: rotationIn(values.rotation),
        volume: volumeIn(values.volume),
        timeZone: zoneIn(values['time-zone'] ?? config.timeZone ?? systemZone()),
        language: shopLanguage(config.language),
      };
      const findings = await draft.choose(choice, signal);
      for (const { result, check, message, remedy } of findings)
        if (result !== 'ok')
          invocation.progress(
            `${result}  ${check}: ${[message, ...(remedy === null ? [] : [remedy])].map(inEnglish).join(' ')}\n`,
          );
      const { values: chosen } = await draft.finish();
      await writeSetup(realFileSystem, config.dataDir, chosen);
      const runs = (await askPlayer(config.dataDir, 'GET', '/api/status').catch(() => null)) !== null;
      const first = inWords('setup.terminal.done', { name: draft.chosen ?? '' });
      const next = inWords(runs ? 'setup.terminal.continues' : 'setup.terminal.start');
      const sentence = inEnglish(inWords('sentences', { first, next }));
      await answer(invocation, { cms: lists.url, name: draft.chosen, runs }, `${sentence}\n`);
      return 0;
    } finally {
      terminal.close();
    }
  },
};

/** Prompts for one line at a time. */
class Terminal {
  readonly #lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  readonly #answers = this.#lines[Symbol.asyncIterator]();
  readonly #progress: Invocation['progress'];
  /** Somebody, or a program in their place, answers. */
  #hasAnswered = false;

  constructor({ progress }: Invocation) {
    this.#progress = progress;
  }

  async given(
    value: Invocation['values'][string],
    question: Message,
    otherwise: string | null,
  ): Promise<string> {
    if (typeof value === 'string') return value;
    return (await this.#ask(question, otherwise)) || (otherwise ?? '');
  }

  /** Asks again after a mistake. Where nobody can answer, the first one ends it. */
  async untilRight<Result>(attempt: (isFirst: boolean) => Promise<Result>): Promise<Result> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await attempt(isFirst);
      } catch (thrown) {
        const { sentence, remedy, code } = asVitrineError(thrown);
        if (!this.#canAskAgain || code === 'wrong-usage') throw thrown;
        this.#progress(
          `${[sentence, remedy].flatMap((one) => (one === null ? [] : [inEnglish(one)])).join(' ')}\n`,
        );
      }
    }
  }

  /** Not echoed. The environment's token is tried once. */
  async secret(question: Message, isFirst: boolean): Promise<string> {
    const given = isFirst ? process.env.VITRINE_CMS_TOKEN : undefined;
    return given || this.#ask(question, null, true);
  }

  /** Prompts for a network in range and its password. */
  async join(wifi: Wifi): Promise<void> {
    const networks = await wifi.networks();
    if (networks.length === 0) throw new VitrineError('temporary', inWords('wifi-unseen.none'));
    for (const [index, { name, signal }] of networks.entries())
      this.#progress(`${index + 1}  ${signal} %  ${name}\n`);
    await this.untilRight(async () => {
      const { name, isOpen } = await this.#oneOf(networks, inWords('setup.terminal.wifi'));
      const password = isOpen
        ? null
        : await this.#ask(inWords('setup.terminal.password', { name }), null, true);
      await wifi.join(name, password);
    });
  }

  async choice(values: Invocation['values'], lists: SetupLists): Promise<Pick<Choice, 'kind' | 'id'>> {
    const all = [
      ...lists.devices.map((each) => ({ kind: 'device' as const, ...each })),
      ...lists.groups.map((each) => ({ kind: 'deviceGroup' as const, ...each })),
      ...lists.playlists.map((each) => ({ kind: 'playlist' as const, ...each })),
    ];
    const named = [
      ['device', values.device],
      ['deviceGroup', values.group],
      ['playlist', values.playlist],
    ] as const;
    const [wanted] = named.filter(([, ref]) => typeof ref === 'string');
    if (wanted) {
      const found = all.find(
        ({ kind, id, name }) => kind === wanted[0] && (id === wanted[1] || name === wanted[1]),
      );
      if (found) return found;
      const [kind, ref] = [wanted[0], String(wanted[1])];
      const known = all.filter((each) => each.kind === kind);
      throw new VitrineError('usage', inWords(`assignment-not-found.${kind}`, { ref }), {
        remedy: knownInstead(known),
      });
    }
    for (const [index, { kind, name }] of all.entries()) this.#progress(`${index + 1}  ${kind}  ${name}\n`);
    return this.#oneOf(all, inWords('setup.terminal.what'));
  }

  /** Read as a number in the list; after anything else the question is repeated. */
  async #oneOf<One>(list: readonly One[], question: Message): Promise<One> {
    for (;;) {
      const typed = await this.#ask(question);
      const found = /^\d+$/.test(typed) ? list[Number(typed) - 1] : undefined;
      if (found !== undefined) return found;
      const mistake = inWords('wrong-usage.no-number', { typed: typed.slice(0, 40), most: list.length });
      if (!this.#canAskAgain) throw new VitrineError('usage', mistake);
      this.#progress(`${inEnglish(mistake)}\n`);
    }
  }

  close(): void {
    this.#lines.close();
    process.stdin.unref?.();
  }

  get #canAskAgain(): boolean {
    return process.stdin.isTTY === true || this.#hasAnswered;
  }

  async #ask(question: Message, otherwise: string | null = null, isSecret = false): Promise<string> {
    // First: whoever pastes does not wait for the question.
    const show = isSecret ? hideTyping() : () => false;
    this.#progress(`${inEnglish(question)}${otherwise ? ` [${otherwise}]` : ''}: `);
    try {
      return await this.#line();
    } finally {
      if (show()) this.#progress('\n');
    }
  }

  async #line(): Promise<string> {
    const line = await this.#answers.next();
    if (line.done) throw new VitrineError('usage', inWords('wrong-usage.no-answer'));
    this.#hasAnswered = true;
    return line.value.trim();
  }
}

/** The terminal echoes nothing until the answer is called, which says whether it was hidden. */
function hideTyping(): () => boolean {
  if (!process.stdin.isTTY) return () => false;
  const set = (echo: string): boolean =>
    spawnSync('stty', [echo], { stdio: ['inherit', 'ignore', 'ignore'] }).status === 0;
  const isHidden = set('-echo');
  return () => isHidden && set('echo');
}

function rotationIn(value: Invocation['values'][string]): Choice['rotation'] {
  const rotation = ([0, 90, 180, 270] as const).find((each) => each === Number(value ?? 0));
  if (rotation !== undefined) return rotation;
  throw wrongOption('--rotation', inWords('config.must.be-one-of', { options: '0, 90, 180, 270' }), value);
}

function volumeIn(value: Invocation['values'][string]): number {
  const volume = Number(value ?? 100);
  if (volume >= 0 && volume <= 100) return volume;
  throw wrongOption('--volume', inWords('wrong-usage.percent'), value);
}

function zoneIn(value: Invocation['values'][string]): string {
  if (typeof value === 'string' && isTimeZone(value)) return value;
  throw wrongOption('--time-zone', inWords('config.must.be-time-zone'), value);
}

function wrongOption(option: string, mistake: Message, value: Invocation['values'][string]): VitrineError {
  return new VitrineError('usage', inWords('wrong-usage.option', { option, mistake, value: String(value) }));
}
