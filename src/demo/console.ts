import { Hono } from 'hono';
import {
  addEntry,
  assignment,
  type Body,
  changeEntry,
  changePlaylist,
  newPlaylist,
  orderEntries,
} from './console-edits.ts';
import { consoleFiles } from './console-files.ts';
import type { DemoContent } from './content.ts';
import { fileAnswer, goodManners } from './file-answer.ts';
import { ownPagesOnly } from './guard.ts';
import { type Asked, answer, type Env, idIn, jsonAnswer, readJson, shortBody } from './http.ts';
import { HttpProblem, nothingHere } from './problem.ts';
import { isFile } from './records.ts';
import type { Shape } from './shape.ts';
import type { Traffic } from './traffic.ts';
import { isForm, type Uploads } from './uploads.ts';

export interface ConsoleNeeds {
  readonly content: DemoContent;
  readonly shape: Shape;
  readonly uploads: Uploads;
  /** What a player must be told. */
  readonly connect: { readonly baseUrl: string; readonly token: string };
  readonly traffic: Pick<Traffic, 'offline' | 'lastAsked'>;
  readonly saved: () => Promise<void>;
  readonly now: () => number;
}

/** The page on which a person edits what the player shows, and the calls that it makes. */
export function consoleApp(needs: ConsoleNeeds): Hono<Env> {
  const { content, uploads } = needs;
  const { playlists, entries, mediaFiles, devices, deviceGroups } = content;
  const app = new Hono<Env>();
  app.use('/', ownPagesOnly);
  app.use('/console/*', ownPagesOnly, (asked, next) => (isForm(asked) ? next() : shortBody(asked, next)));
  app.get('/', () => page('index.html'));
  app.get('/console/:name{[\\w-]+\\.\\w+}', (asked) => page(asked.req.param('name')));
  app.get('/console/media/:id{[0-9]+}/:which{thumbnail|content}', (asked) => picture(asked, content));
  app.get('/console/api/state', () => jsonAnswer(state(needs)));

  /** Every edit answers the whole state, so that the page never shows anything but what is kept. */
  const edit = (method: string, path: string, change: (id: number, body: Body, asked: Asked) => unknown) =>
    app.on(method, `/console/api/${path}`, async (asked) => {
      await change(idIn(asked), method === 'DELETE' || isForm(asked) ? {} : await readJson(asked), asked);
      await needs.saved();
      return jsonAnswer(state(needs));
    });
  edit('POST', 'playlists', (_, body) => newPlaylist(content, body));
  edit('PATCH', 'playlists/:id', (id, body) => changePlaylist(content, known(playlists, id), body));
  edit('DELETE', 'playlists/:id', (id) => content.removePlaylist(known(playlists, id)));
  edit('POST', 'playlists/:id/entries', (id, body) => addEntry(content, known(playlists, id), body));
  edit('PUT', 'playlists/:id/order', (id, body) => orderEntries(content, known(playlists, id), body));
  edit('PATCH', 'entries/:id', (id, body) => changeEntry(content, known(entries, id), body));
  edit('DELETE', 'entries/:id', (id) => content.removeEntry(known(entries, id)));
  edit('POST', 'media', (_, __, asked) => uploads.take(asked));
  edit('DELETE', 'media/:id', (id) => {
    content.removeMediaFile(known(mediaFiles, id));
    for (const entry of [...entries.values()]) if (entry.media_file_id === id) content.removeEntry(entry.id);
  });
  edit('PATCH', 'devices/:id', (id, body) =>
    content.changeDevice(known(devices, id), assignment(content, body)),
  );
  edit('PATCH', 'groups/:id', (id, body) =>
    content.changeDeviceGroup(known(deviceGroups, id), assignment(content, body)),
  );
  edit('PUT', 'offline', (_, { offline }) => {
    needs.traffic.offline = offline === true;
  });
  app.all('/console/api/*', () => {
    throw new HttpProblem(404, 'The console has no such call.');
  });
  return app;
}

/** What the page may load: itself, and pictures and clips of this CMS. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

async function page(name: string): Promise<Response> {
  const file = (await consoleFiles()).get(name);
  if (!file) throw nothingHere();
  return answer(200, file.type, file.text, {
    'content-security-policy': pagePolicy,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
}

async function picture(asked: Asked, { mediaFiles, thumbnails, bytes }: DemoContent): Promise<Response> {
  const id = idIn(asked);
  const small = asked.req.param('which') === 'thumbnail';
  const thumbnail = small ? thumbnails.get(id) : undefined;
  if (thumbnail) return fileAnswer(asked, thumbnail, 'image/jpeg', goodManners);
  const row = mediaFiles.get(id);
  const whole = bytes.get(id);
  const type = row && isFile(row) ? row.attachable.mime_type : '';
  if (!whole || type === '' || (small && !type.startsWith('image/'))) {
    throw new HttpProblem(404, 'There is no picture of this.');
  }
  return fileAnswer(asked, whole, type, goodManners);
}

function state({ content, shape, connect, traffic, now }: ConsoleNeeds): unknown {
  return {
    version: `${content.changedAt} ${traffic.offline}`,
    connect,
    offline: traffic.offline,
    lastAsked: traffic.lastAsked,
    now: now(),
    playlists: [...content.playlists.values()].map((row) => ({ ...row, entries: content.entriesOf(row.id) })),
    media: [...content.mediaFiles.values()].map((row) => ({
      ...shape.mediaFile(row),
      has_thumbnail: content.thumbnails.has(row.id),
    })),
    groups: [...content.deviceGroups.values()],
    devices: [...content.devices.values()],
  };
}

function known(rows: ReadonlyMap<number, unknown>, id: number): number {
  if (!rows.has(id)) throw new HttpProblem(404, 'It is not there any more.');
  return id;
}
