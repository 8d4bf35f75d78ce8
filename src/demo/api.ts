import type { Answers } from './answers.ts';
import type { DemoContent } from './content.ts';
import { type Downloads, matchTemplate } from './downloads.ts';
import { sendFile } from './file-answer.ts';
import { checkRefusal, checkToken } from './gate.ts';
import { type Exchange, HttpProblem, lookUp } from './http.ts';
import type { DemoLogin } from './login.ts';
import { createPlaylist, updatePlaylist } from './playlist-writing.ts';
import type { Shape } from './shape.ts';
import type { Uploads } from './uploads.ts';
import type { Variants } from './variants.ts';

export const apiPrefix = '/api/v1.0/';

export interface ApiParts {
  readonly content: DemoContent;
  readonly login: DemoLogin;
  readonly variants: Variants;
  readonly shape: Shape;
  readonly answers: Answers;
  readonly downloads: Downloads;
  readonly uploads: Uploads;
  readonly now: () => number;
}

type Methods = Readonly<Record<string, (exchange: Exchange, id: number) => void | Promise<void>>>;
/** Methods of each path; `#` stands for an id. */
type Routes = Readonly<Record<string, Methods>>;

/** The interface itself: every documented endpoint, and those that are known beside them. */
export class Api {
  readonly #parts: ApiParts;
  readonly #documented: Routes;
  readonly #extra: Routes;

  constructor(parts: ApiParts) {
    this.#parts = parts;
    this.#documented = this.#documentedRoutes();
    this.#extra = this.#extraRoutes();
  }

  async answer(exchange: Exchange): Promise<void> {
    const { variants, login, downloads, now } = this.#parts;
    checkRefusal(exchange, variants, now());
    const path = exchange.path.slice(apiPrefix.length).replace(/\/+$/, '');
    const download = downloads.find(path);
    if (download === null || variants.downloadNeedsToken) checkToken(exchange, login);
    if (download) return downloads.send(exchange, download);

    const pattern = path.replace(/\/\d{1,15}(?=\/|$)/, '/#');
    const id = Number(/\/(\d{1,15})(?=\/|$)/.exec(path)?.[1] ?? Number.NaN);
    const methods =
      lookUp(this.#documented, pattern) ??
      this.#entriesPath(path) ??
      (variants.extraEndpoints ? lookUp(this.#extra, pattern) : null);
    if (!methods) throw new HttpProblem(404, 'There is nothing at this address.');
    const handler = lookUp(methods, exchange.method === 'HEAD' ? 'GET' : exchange.method);
    if (!handler) throw noSuchMethod(Object.keys(methods));
    await handler(exchange, id);
  }

  #documentedRoutes(): Routes {
    const { content, shape, answers, uploads, variants } = this.#parts;
    return {
      playlist: {
        GET: (exchange) =>
          answers.list(exchange, 'playlists', content.playlists.values(), (row) =>
            shape.playlist(row, variants.entriesInList),
          ),
        POST: async (exchange) => answers.record(exchange, await createPlaylist(exchange, content), 201),
      },
      'playlist/#': {
        GET: (exchange, id) => answers.record(exchange, shape.playlist(found(content.playlists, id), true)),
        PUT: (exchange, id) => this.#update(exchange, id, 'put'),
        POST: (exchange, id) => this.#update(exchange, id, 'post'),
        DELETE: (exchange, id) => this.#delete(exchange, id),
      },
      mediafile: {
        GET: (exchange) =>
          answers.list(exchange, 'mediafiles', shape.mediaFiles(), (row) => shape.mediaFile(row)),
        POST: async (exchange) =>
          answers.record(exchange, shape.mediaFile(await uploads.take(exchange)), 201),
      },
      device: {
        GET: (exchange) =>
          answers.list(exchange, 'devices', content.devices.values(), (row) => shape.device(row)),
      },
      devicegroup: {
        GET: (exchange) =>
          answers.list(exchange, 'devicegroups', content.deviceGroups.values(), (row) =>
            shape.deviceGroup(row),
          ),
      },
    };
  }

  #extraRoutes(): Routes {
    const { content, shape, answers, variants } = this.#parts;
    const account = { id: 1, name: 'Demo account', email: 'demo@example.org', company_id: 1 };
    return {
      'mediafile/#': {
        GET: (exchange, id) => {
          const row = shape.findMediaFile(id);
          if (!row) throw new HttpProblem(404, 'There is no such record.');
          answers.record(exchange, shape.mediaFile(row));
        },
      },
      'mediafile/#/thumbnail': {
        GET: (exchange, id) => sendFile(exchange, found(content.thumbnails, id), 'image/jpeg', variants),
      },
      'device/#': {
        GET: (exchange, id) => answers.record(exchange, shape.device(found(content.devices, id))),
      },
      'devicegroup/#': {
        GET: (exchange, id) => answers.record(exchange, shape.deviceGroup(found(content.deviceGroups, id))),
      },
      account: { GET: (exchange) => answers.record(exchange, account) },
      company: { GET: (exchange) => answers.record(exchange, { id: 1, name: 'Demo company' }) },
      treeview: {
        GET: (exchange) => {
          const folders = [...content.mediaFiles.values()].filter((row) => row.attachable_type === null);
          answers.list(exchange, 'treeview', folders, (row) => shape.mediaFile(row));
        },
      },
    };
  }

  #entriesPath(path: string): Methods | null {
    const { content, shape, answers, variants } = this.#parts;
    if (variants.entriesUnder !== 'own-path') return null;
    const id = matchTemplate(variants.entriesPath, path)?.id;
    if (id === undefined) return null;
    return {
      GET: (exchange) => {
        const { id: playlistId } = found(content.playlists, Number(id));
        answers.list(exchange, 'entries', content.entriesOf(playlistId), (row) => shape.entry(row));
      },
    };
  }

  async #update(exchange: Exchange, id: number, method: 'put' | 'post'): Promise<void> {
    const { content, shape, answers, variants } = this.#parts;
    if (variants.updateMethod !== 'both' && variants.updateMethod !== method) {
      throw noSuchMethod(['GET', variants.updateMethod.toUpperCase(), 'DELETE']);
    }
    found(content.playlists, id);
    answers.record(exchange, shape.playlist(await updatePlaylist(exchange, content, id), true));
  }

  #delete(exchange: Exchange, id: number): void {
    const { content, shape, answers, variants } = this.#parts;
    const gone = shape.playlist(found(content.playlists, id), false);
    content.removePlaylist(id);
    if (variants.deleteAnswer === 'record') answers.record(exchange, gone);
    else if (variants.deleteAnswer === 'message')
      answers.send(exchange, 200, { message: 'The playlist is deleted.' });
    else exchange.response.writeHead(204).end();
  }
}

function noSuchMethod(allowed: readonly string[]): HttpProblem {
  return new HttpProblem(405, 'This address has no such method.', {}, { allow: allowed.join(', ') });
}

function found<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (!row) throw new HttpProblem(404, 'There is no such record.');
  return row;
}
