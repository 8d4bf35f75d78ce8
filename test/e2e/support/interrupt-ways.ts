import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { InterruptInput } from '../../../src/main/interrupt/interrupt.ts';
import { alertXml, atom } from '../../cap/messages.ts';
import { until } from '../../support/until.ts';
import { colorAt } from './display.ts';
import { type InterruptWorld, minute } from './interrupt-world.ts';

/** From the cancellation of each way to the answer of the list. */
const limitMs = { terminal: 2_000, page: 2_000, token: 2_000, fleet: 3_000, folder: 5_000, cap: 25_000 };
export type Way = keyof typeof limitMs;
export const ways = Object.keys(limitMs) as readonly Way[];

/** One to be sent. An alert has another id and content, by which nothing here goes. */
export interface Sent {
  readonly way: Way;
  readonly id: string;
  readonly given: InterruptInput;
}

/** Each interrupt stays through them. */
export const deaths: readonly (readonly [string, (world: InterruptWorld) => Promise<unknown>])[] = [
  ['browser death', (world) => world.killStage()],
  ['restart', (world) => world.restart()],
  ['power cut', (world) => world.powerCut()],
];

/** What is seen of one: its outcome in a word or two, null as long as it is not what is awaited. */
export type Seen<One extends Sent = Sent> = (one: One) => Promise<string | null>;

/** The ways of a player, each with its own cancellation. */
export class InterruptWays {
  /** A row for each fault. */
  readonly table: string[] = [];
  readonly #world: InterruptWorld;
  #count = 0;
  /** The id of the next alert: a message never changes. */
  #identifier = '';

  constructor(world: InterruptWorld) {
    this.#world = world;
  }

  async of({ way, id }: Pick<Sent, 'way' | 'id'>) {
    const live = (await this.#world.answered())?.live ?? [];
    return live.find(({ interrupt, source }) => (way === 'cap' ? source.kind === way : interrupt.id === id));
  }

  /** What the display shows in its corner, where an alarm has its ground. */
  async corner(): Promise<'alarm' | 'show' | 'other'> {
    const frame = await this.#world.display.grab();
    const [red = 0, green = 0, blue = 0] = frame.rgb;
    if (red > 140 && green < 40 && blue < 60) return 'alarm';
    return colorAt(frame, 0.02, 0.02) === 'green' ? 'show' : 'other';
  }

  async untilShow(): Promise<void> {
    await until('the show', async () => (await this.corner()) === 'show', minute);
  }

  /** All at once: the last one is visible, and each becomes visible when those above it have ended. */
  async showAll<One extends Sent>(all: readonly One[], seen: Seen<One>): Promise<void> {
    for (const one of all) {
      await this.show(one);
      await until(`${one.id} on the display`, () => seen(one), minute);
    }
  }

  /** Cancels each in its own way, while it is on the display. Notes its outcome, and the duration. */
  async cancelAll<One extends Sent>(fault: string, all: readonly One[], seen: Seen<One>): Promise<void> {
    const cells: string[] = [];
    for (const one of all.toReversed()) {
      const outcome = await until(`${fault}: ${one.id} on the display`, () => seen(one), minute);
      if (one.way === 'fleet') await this.#world.linked();
      const at = performance.now();
      await this.cancel(one);
      await until(`${one.id} is over`, async () => (await this.of(one)) === undefined, minute);
      const tookMs = performance.now() - at;
      expect(tookMs, `${one.id} is cancelled`).toBeLessThan(limitMs[one.way]);
      cells.push(`${one.id} ${outcome}, gone after ${tookMs.toFixed()} ms`);
    }
    await this.untilShow();
    this.note(fault, cells.toReversed());
  }

  /** Ends all that a test has left. */
  async clear(): Promise<void> {
    const { answered, spool, act } = this.#world;
    await until('the player answers', async () => (await answered()) !== null, minute);
    for (const name of readdirSync(spool)) rmSync(join(spool, name));
    await act('interrupt-cancel', {});
  }

  async stop(): Promise<void> {
    process.stderr.write(`${this.table.join('\n')}\n`);
    await this.#world.stop();
  }

  note(fault: string, cells: readonly string[]): void {
    this.table.push(`${fault}: ${cells.join('; ')}`);
  }

  async show({ way, id, given }: Sent): Promise<void> {
    const { act, spool } = this.#world;
    const whole = { ...given, id };
    switch (way) {
      case 'terminal':
        await act('interrupt-show', whole);
        break;
      case 'page':
        await this.#page('interrupt-show', whole);
        break;
      case 'token':
        await this.#token('POST', '', whole);
        break;
      case 'fleet':
        await this.command('interrupt-show', whole);
        break;
      case 'folder':
        writeFileSync(join(spool, 'new'), JSON.stringify(given));
        renameSync(join(spool, 'new'), join(spool, `${id}.json`));
        break;
      case 'cap': {
        this.#identifier = `alert-${this.#count++}`;
        const [sent = '', expires = ''] = [-minute, 60 * minute].map(
          (ms) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`,
        );
        const infos = [{ headline: 'cap', expires }];
        this.#publish(alertXml({ identifier: this.#identifier, sent, infos }));
      }
    }
  }

  async cancel({ way, id }: Sent): Promise<void> {
    const { act, spool } = this.#world;
    switch (way) {
      case 'terminal':
        await act('interrupt-cancel', { id });
        break;
      case 'page':
        await this.#page('interrupt-cancel', { id });
        break;
      case 'token':
        await this.#token('DELETE', `/${id}`, {});
        break;
      case 'fleet':
        await this.command('interrupt-cancel', { id });
        break;
      case 'folder':
        rmSync(join(spool, `${id}.json`));
        break;
      case 'cap': {
        const sent = `${new Date().toISOString().slice(0, 19)}Z`;
        const references = [this.#identifier];
        this.#publish(
          alertXml({ identifier: `alert-${this.#count++}`, sent, msgType: 'Cancel', references, infos: [] }),
        );
      }
    }
  }

  /** Sends a command of the fleet. Returns its id. */
  async command(name: string, args: object): Promise<string> {
    const id = `c-${Date.now()}-${this.#count++}`;
    const [issuedAt, expiresAt] = [new Date(), new Date(Date.now() + minute)].map((at) => at.toISOString());
    const envelope = { id, name, issuedAt, expiresAt, args };
    await this.#world.operator.publishAsync('vitrine/v1/chain/shop-1/cmd', JSON.stringify(envelope), {
      qos: 1,
    });
    return id;
  }

  #publish(xml: string): void {
    const { alerts } = this.#world;
    alerts.set(`/message-${this.#count++}`, xml);
    alerts.set('/feed', atom([...alerts.keys()].filter((each) => each !== '/feed')));
  }

  /** Sessions end with the player. */
  async #page(action: string, body: object): Promise<void> {
    const origin = `https://localhost:${this.#world.lanPort}`;
    const { password } = this.#world;
    const cookie = await this.#https('POST', '/api/login', { origin }, { password });
    await this.#https('POST', `/api/actions/${action}`, { origin, cookie }, body);
  }

  async #token(method: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.#world.token}` };
    await this.#https(method, `/api/interrupts${path}`, headers, body);
  }

  /** Resolves with the cookie that was set. */
  #https(method: string, path: string, headers: object, body: object): Promise<string> {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const requested = request(
        {
          host: 'localhost',
          port: this.#world.lanPort,
          method,
          path,
          rejectUnauthorized: false,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            ...headers,
          },
        },
        async (response) => {
          let answer = '';
          for await (const part of response) answer += part;
          if (response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${answer}`));
          const [cookie = ''] = response.headers['set-cookie'] ?? [];
          resolve(cookie.split(';')[0] ?? '');
        },
      );
      requested.on('error', reject);
      requested.end(text);
    });
  }
}
