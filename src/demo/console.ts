import type { DemoCms } from './cms.ts';
import {
  addEntry,
  changeAssignment,
  changeEntry,
  changePlaylist,
  newPlaylist,
  orderEntries,
} from './console-edits.ts';
import { consoleFiles } from './console-files.ts';
import { sendFile } from './file-answer.ts';
import { checkHost, checkOrigin } from './guard.ts';
import { type Exchange, HttpProblem, lookUp, readJson, send, sendJson } from './http.ts';
import { isFile } from './records.ts';
import type { Shape } from './shape.ts';
import type { Uploads } from './uploads.ts';

export interface ConsoleParts {
  readonly cms: DemoCms;
  readonly uploads: Uploads;
  readonly shape: Shape;
  readonly now: () => number;
}

const plainManners = { ranges: 'supported', mediaValidator: 'both' } as const;

/** What the page may load: itself, and pictures and clips of this CMS. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The page on which a person edits what the player shows, and the calls that it makes. */
export class Console {
  readonly #parts: ConsoleParts;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }

  /** False: not an address of the console. */
  async answer(exchange: Exchange): Promise<boolean> {
    const { path, method } = exchange;
    if (path !== '/' && !path.startsWith('/console/')) return false;
    if (method === 'GET' || method === 'HEAD') checkHost(exchange);
    else checkOrigin(exchange);

    const media = /^\/console\/media\/(\d+)\/(thumbnail|content)$/.exec(path);
    if (media) await this.#media(exchange, Number(media[1]), media[2] === 'thumbnail');
    else if (path.startsWith('/console/api/')) await this.#call(exchange, path.slice('/console/api/'.length));
    else await this.#page(exchange, path === '/' ? 'index.html' : path.slice('/console/'.length));
    return true;
  }

  async #page(exchange: Exchange, name: string): Promise<void> {
    const file = (await consoleFiles()).get(name);
    if (!file) throw new HttpProblem(404, 'There is nothing at this address.');
    send(exchange, 200, file.type, file.text, {
      'content-security-policy': pagePolicy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  }

  async #media(exchange: Exchange, id: number, thumbnail: boolean): Promise<void> {
    const { content } = this.#parts.cms;
    const row = content.mediaFiles.get(id);
    const small = thumbnail ? content.thumbnails.get(id) : undefined;
    if (small) return sendFile(exchange, small, 'image/jpeg', plainManners);
    const bytes = content.bytes.get(id);
    if (!row || !bytes || !isFile(row)) throw new HttpProblem(404, 'There is no picture of this.');
    const type = row.attachable.mime_type;
    if (thumbnail && !type.startsWith('image/')) throw new HttpProblem(404, 'There is no picture of this.');
    return sendFile(exchange, bytes, type, plainManners);
  }

  /** Every edit answers the whole state, so that the page never shows anything but what is kept. */
  async #call(exchange: Exchange, path: string): Promise<void> {
    const [name = '', id = '', ...rest] = path.split('/');
    if (exchange.method === 'GET' && path === 'state') return sendJson(exchange, 200, this.#state());
    const call = `${exchange.method} ${name}${id ? '/#' : ''}${rest.map((part) => `/${part}`).join('')}`;
    const edit = lookUp(this.#edits(exchange, Number(id)), call);
    if (!edit) throw new HttpProblem(404, 'The console has no such call.');
    await edit();
    await this.#parts.cms.saved();
    sendJson(exchange, 200, this.#state());
  }

  #edits(exchange: Exchange, id: number): Readonly<Record<string, () => Promise<void> | void>> {
    const { cms, uploads } = this.#parts;
    const { content } = cms;
    const body = (): Promise<Record<string, unknown>> => readJson(exchange);
    return {
      'POST playlists': async () => newPlaylist(content, await body()),
      'PATCH playlists/#': async () => changePlaylist(content, id, await body()),
      'DELETE playlists/#': () => content.removePlaylist(known(content.playlists, id)),
      'POST playlists/#/entries': async () => addEntry(content, known(content.playlists, id), await body()),
      'PUT playlists/#/order': async () => orderEntries(content, known(content.playlists, id), await body()),
      'PATCH entries/#': async () => changeEntry(content, known(content.entries, id), await body()),
      'DELETE entries/#': () => content.removeEntry(known(content.entries, id)),
      'POST media': async () => void (await uploads.take(exchange)),
      'DELETE media/#': () => {
        content.removeMediaFile(known(content.mediaFiles, id));
        for (const entry of [...content.entries.values()]) {
          if (entry.media_file_id === id) content.removeEntry(entry.id);
        }
      },
      'PATCH devices/#': async () => {
        content.changeDevice(known(content.devices, id), changeAssignment(content, await body()));
      },
      'PATCH groups/#': async () => {
        content.changeDeviceGroup(known(content.deviceGroups, id), changeAssignment(content, await body()));
      },
      'PUT offline': async () => {
        cms.offline = (await body()).offline === true;
      },
    };
  }

  #state(): unknown {
    const { cms, shape, now } = this.#parts;
    const { content, baseUrl, token, offline, requests } = cms;
    const player = requests.findLast(({ path, side }) => side === 'own' && path.startsWith('/api/'));
    return {
      version: `${content.changedAt} ${offline}`,
      connect: { baseUrl, token },
      offline,
      lastAsked: player?.at ?? null,
      now: now(),
      playlists: [...content.playlists.values()].map((row) => ({
        ...row,
        entries: content.entriesOf(row.id),
      })),
      media: [...content.mediaFiles.values()].map((row) => ({
        ...shape.mediaFile(row),
        has_thumbnail: content.thumbnails.has(row.id),
      })),
      groups: [...content.deviceGroups.values()],
      devices: [...content.devices.values()],
    };
  }
}

function known(rows: ReadonlyMap<number, unknown>, id: number): number {
  if (!rows.has(id)) throw new HttpProblem(404, 'It is not there any more.');
  return id;
}
