import { Hono } from 'hono';
import { Answers } from './answers.ts';
import { Downloads, matchTemplate } from './downloads.ts';
import { fileAnswer } from './file-answer.ts';
import { checkRefusal, checkToken } from './gate.ts';
import { type Asked, at, type Env, idIn, shortBody } from './http.ts';
import type { DemoLogin } from './login.ts';
import { createPlaylist, updatePlaylist } from './playlist-writing.ts';
import { HttpProblem, noSuchMethod } from './problem.ts';
import type { Shape, ShapeNeeds } from './shape.ts';
import { isForm, type Uploads } from './uploads.ts';

export const apiPrefix = '/api/v1.0';

export interface ApiNeeds extends ShapeNeeds {
  readonly login: DemoLogin;
  readonly shape: Shape;
  readonly uploads: Uploads;
  readonly now: () => number;
}

/** The API: every documented endpoint, and those known beyond the documentation. */
export function apiApp(needs: ApiNeeds): Hono<Env> {
  const { content, login, variants, shape, uploads, now } = needs;
  const { playlists, mediaFiles, thumbnails, devices, deviceGroups } = content;
  const answers = new Answers(needs, shape);
  const downloads = new Downloads(needs, shape);
  const app = new Hono<Env>();

  app.use((asked, next) => {
    checkRefusal(variants, now());
    const download = downloads.find(pathIn(asked));
    if (download === null || variants.downloadNeedsToken) checkToken(asked, login);
    return download ? downloads.answer(asked, download) : next();
  });
  app.use((asked, next) => (isForm(asked) ? next() : shortBody(asked, next)));

  at(app, '/playlist', {
    GET: (asked) =>
      answers.list(asked, 'playlists', playlists.values(), (row) =>
        shape.playlist(row, variants.entriesInList),
      ),
    POST: async (asked) => answers.record(asked, await createPlaylist(asked, content), 201),
  });
  const update = (method: 'put' | 'post') => async (asked: Asked) => {
    if (variants.updateMethod !== 'both' && variants.updateMethod !== method) {
      throw noSuchMethod(['GET', variants.updateMethod.toUpperCase(), 'DELETE']);
    }
    found(playlists, asked);
    return answers.record(asked, shape.playlist(await updatePlaylist(asked, content), true));
  };
  at(app, `/playlist/${id}`, {
    GET: (asked) => answers.record(asked, shape.playlist(found(playlists, asked), true)),
    PUT: update('put'),
    POST: update('post'),
    DELETE: (asked) => {
      const gone = shape.playlist(found(playlists, asked), false);
      content.removePlaylist(idIn(asked));
      if (variants.deleteAnswer === 'record') return answers.record(asked, gone);
      if (variants.deleteAnswer === 'empty') return asked.body(null, 204);
      return answers.send(asked, { message: 'The playlist is deleted.' });
    },
  });
  at(app, '/mediafile', {
    GET: (asked) => answers.list(asked, 'mediafiles', shape.mediaFiles(), (row) => shape.mediaFile(row)),
    POST: async (asked) => answers.record(asked, shape.mediaFile(await uploads.take(asked)), 201),
  });
  at(app, '/device', {
    GET: (asked) => answers.list(asked, 'devices', devices.values(), (row) => shape.device(row)),
  });
  at(app, '/devicegroup', {
    GET: (asked) =>
      answers.list(asked, 'devicegroups', deviceGroups.values(), (row) => shape.deviceGroup(row)),
  });

  app.get('*', (asked, next) => {
    const { entriesUnder, entriesPath } = variants;
    const playlist = entriesUnder === 'own-path' ? matchTemplate(entriesPath, pathIn(asked))?.id : undefined;
    if (playlist === undefined) return next();
    const { id: playlistId } = rowOf(playlists, Number(playlist));
    return answers.list(asked, 'entries', content.entriesOf(playlistId), (row) => shape.entry(row));
  });

  const known: Readonly<Record<string, (asked: Asked) => Response | Promise<Response>>> = {
    [`/mediafile/${id}`]: (asked) => {
      const row = shape.findMediaFile(idIn(asked));
      if (!row) throw noSuchRecord();
      return answers.record(asked, shape.mediaFile(row));
    },
    [`/mediafile/${id}/thumbnail`]: (asked) =>
      fileAnswer(asked, found(thumbnails, asked), 'image/jpeg', variants),
    [`/device/${id}`]: (asked) => answers.record(asked, shape.device(found(devices, asked))),
    [`/devicegroup/${id}`]: (asked) => answers.record(asked, shape.deviceGroup(found(deviceGroups, asked))),
    '/account': (asked) =>
      answers.record(asked, { id: 1, name: 'Demo account', email: 'demo@example.org', company_id: 1 }),
    '/company': (asked) => answers.record(asked, { id: 1, name: 'Demo company' }),
    '/treeview': (asked) => {
      const folders = mediaFiles.values().filter((row) => row.attachable_type === null);
      return answers.list(asked, 'treeview', folders, (row) => shape.mediaFile(row));
    },
  };
  for (const [path, GET] of Object.entries(known)) at(app, path, { GET }, () => variants.extraEndpoints);
  return app;
}

const id = ':id{[0-9]{1,15}}';

/** The path without the prefix of the API. */
function pathIn(asked: Asked): string {
  return asked.req.path.slice(apiPrefix.length + 1).replace(/\/+$/, '');
}

function noSuchRecord(): HttpProblem {
  return new HttpProblem(404, 'There is no such record.');
}

function found<Row>(rows: ReadonlyMap<number, Row>, asked: Asked): Row {
  return rowOf(rows, idIn(asked));
}

function rowOf<Row>(rows: ReadonlyMap<number, Row>, key: number): Row {
  const row = rows.get(key);
  if (!row) throw noSuchRecord();
  return row;
}
