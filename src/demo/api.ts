import { Hono } from 'hono';
import { Answers } from './answers.ts';
import { Downloads, matchTemplate } from './downloads.ts';
import { fileAnswer } from './file-answer.ts';
import { checkRefusal, checkToken } from './gate.ts';
import { at, type Env, idIn, type RequestContext, shortBody } from './http.ts';
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

  app.use((context, next) => {
    checkRefusal(variants, now());
    const download = downloads.find(pathIn(context));
    if (download === null || variants.downloadNeedsToken) checkToken(context, login);
    return download ? downloads.answer(context, download) : next();
  });
  app.use((context, next) => (isForm(context) ? next() : shortBody(context, next)));

  at(app, '/playlist', {
    GET: (context) =>
      answers.list(context, 'playlists', playlists.values(), (row) =>
        shape.playlist(row, variants.entriesInList),
      ),
    POST: async (context) => answers.record(context, await createPlaylist(context, content), 201),
  });
  const update = (method: 'put' | 'post') => async (context: RequestContext) => {
    if (variants.updateMethod !== 'both' && variants.updateMethod !== method) {
      throw noSuchMethod(['GET', variants.updateMethod.toUpperCase(), 'DELETE']);
    }
    found(playlists, context);
    return answers.record(context, shape.playlist(await updatePlaylist(context, content), true));
  };
  at(app, `/playlist/${id}`, {
    GET: (context) => answers.record(context, shape.playlist(found(playlists, context), true)),
    PUT: update('put'),
    POST: update('post'),
    DELETE: (context) => {
      const gone = shape.playlist(found(playlists, context), false);
      content.removePlaylist(idIn(context));
      if (variants.deleteAnswer === 'record') return answers.record(context, gone);
      if (variants.deleteAnswer === 'empty') return context.body(null, 204);
      return answers.send(context, { message: 'The playlist is deleted.' });
    },
  });
  at(app, '/mediafile', {
    GET: (context) => answers.list(context, 'mediafiles', shape.mediaFiles(), (row) => shape.mediaFile(row)),
    POST: async (context) => answers.record(context, shape.mediaFile(await uploads.take(context)), 201),
  });
  at(app, '/device', {
    GET: (context) => answers.list(context, 'devices', devices.values(), (row) => shape.device(row)),
  });
  at(app, '/devicegroup', {
    GET: (context) =>
      answers.list(context, 'devicegroups', deviceGroups.values(), (row) => shape.deviceGroup(row)),
  });

  app.get('*', (context, next) => {
    const { entriesUnder, entriesPath } = variants;
    const playlist =
      entriesUnder === 'own-path' ? matchTemplate(entriesPath, pathIn(context))?.id : undefined;
    if (playlist === undefined) return next();
    const { id: playlistId } = rowOf(playlists, Number(playlist));
    return answers.list(context, 'entries', content.entriesOf(playlistId), (row) => shape.entry(row));
  });

  const known: Readonly<Record<string, (context: RequestContext) => Response | Promise<Response>>> = {
    [`/mediafile/${id}`]: (context) => {
      const row = shape.findMediaFile(idIn(context));
      if (!row) throw noSuchRecord();
      return answers.record(context, shape.mediaFile(row));
    },
    [`/mediafile/${id}/thumbnail`]: (context) =>
      fileAnswer(context, found(thumbnails, context), 'image/jpeg', variants),
    [`/device/${id}`]: (context) => answers.record(context, shape.device(found(devices, context))),
    [`/devicegroup/${id}`]: (context) =>
      answers.record(context, shape.deviceGroup(found(deviceGroups, context))),
    '/account': (context) =>
      answers.record(context, { id: 1, name: 'Demo account', email: 'demo@example.org', company_id: 1 }),
    '/company': (context) => answers.record(context, { id: 1, name: 'Demo company' }),
    '/treeview': (context) => {
      const folders = mediaFiles.values().filter((row) => row.attachable_type === null);
      return answers.list(context, 'treeview', folders, (row) => shape.mediaFile(row));
    },
  };
  for (const [path, GET] of Object.entries(known)) at(app, path, { GET }, () => variants.extraEndpoints);
  return app;
}

const id = ':id{[0-9]{1,15}}';

/** The path without the prefix of the API. */
function pathIn(context: RequestContext): string {
  return context.req.path.slice(apiPrefix.length + 1).replace(/\/+$/, '');
}

function noSuchRecord(): HttpProblem {
  return new HttpProblem(404, 'There is no such record.');
}

function found<Row>(rows: ReadonlyMap<number, Row>, context: RequestContext): Row {
  return rowOf(rows, idIn(context));
}

function rowOf<Row>(rows: ReadonlyMap<number, Row>, key: number): Row {
  const row = rows.get(key);
  if (!row) throw noSuchRecord();
  return row;
}
