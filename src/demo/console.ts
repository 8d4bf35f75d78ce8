import { Hono } from 'hono';
import encode from 'qr';
import {
  addEntry,
  assignment,
  type Body,
  changeEntry,
  changePlaylist,
  layout,
  newPlaylist,
  orderEntries,
} from './console-edits.ts';
import { consoleFiles } from './console-files.ts';
import { drawnMedia, groupSettings } from './console-group.ts';
import type { DemoContent } from './content.ts';
import { fileAnswer, goodManners } from './file-answer.ts';
import { ownPagesOnly } from './guard.ts';
import { answer, type Env, idIn, jsonAnswer, type RequestContext, readJson, shortBody } from './http.ts';
import type { PlayerReport } from './player-report.ts';
import { HttpProblem, nothingHere } from './problem.ts';
import { isFile } from './records.ts';
import { Removals } from './removals.ts';
import type { Shape } from './shape.ts';
import type { Traffic } from './traffic.ts';
import { isForm, type Uploads } from './uploads.ts';

export interface ConsoleNeeds {
  readonly content: DemoContent;
  readonly shape: Shape;
  readonly uploads: Uploads;
  /** Connection data for a player. */
  readonly connect: { readonly baseUrl: string; readonly token: string };
  readonly traffic: Pick<Traffic, 'offline' | 'lastRequestAt'>;
  readonly player: Pick<PlayerReport, 'troubles' | 'plays' | 'picture'>;
  readonly saved: () => Promise<void>;
  readonly now: () => number;
}

/** The page on which a person edits the show, and its API. */
export function consoleApp(needs: ConsoleNeeds): Hono<Env> {
  const { content, uploads } = needs;
  const { playlists, entries, mediaFiles, devices, deviceGroups } = content;
  const removals = new Removals(content);
  const app = new Hono<Env>();
  app.use('/', ownPagesOnly);
  app.use('/console/*', ownPagesOnly, (context, next) =>
    isForm(context) ? next() : shortBody(context, next),
  );
  app.get('/', () => page('index.html'));
  app.get('/console/connect.svg', () =>
    answer(200, 'image/svg+xml', connectCode(needs.connect), goodManners),
  );
  app.get('/console/vitrine.json', () => jsonAnswer(setupFile(needs)));
  app.get('/console/:name{[\\w-]+\\.\\w+}', (context) => page(context.req.param('name')));
  app.get('/console/media/:id{[0-9]+}/:which{thumbnail|content}', (context) => picture(context, content));
  app.get('/console/api/state', () => jsonAnswer(state(needs)));

  /** Every edit answers the whole state, so that the page always shows what is stored. */
  const edited = async (more = {}): Promise<Response> => {
    await needs.saved();
    return jsonAnswer({ ...state(needs), ...more });
  };
  const edit = (method: string, path: string, change: (id: number, body: Body) => unknown) =>
    app.on(method, `/console/api/${path}`, async (context) => {
      change(idIn(context), await readJson(context));
      return edited();
    });
  const removal = (path: string, remove: (id: number) => number) =>
    app.delete(`/console/api/${path}/:id`, (context) => edited({ undo: remove(idIn(context)) }));
  edit('POST', 'playlists', (_, body) => newPlaylist(content, body));
  edit('PATCH', 'playlists/:id', (id, body) => changePlaylist(content, known(playlists, id).id, body));
  edit('POST', 'playlists/:id/entries', (id, body) => addEntry(content, known(playlists, id).id, body));
  edit('PUT', 'playlists/:id/order', (id, body) => orderEntries(content, known(playlists, id).id, body));
  edit('PATCH', 'entries/:id', (id, body) => changeEntry(content, known(entries, id), body));
  app.post('/console/api/media', async (context) => {
    await uploads.take(context);
    return edited();
  });
  edit('PATCH', 'devices/:id', (id, body) =>
    content.changeDevice(known(devices, id).id, assignment(content, body)),
  );
  edit('PATCH', 'groups/:id', (id, body) =>
    content.changeDeviceGroup(known(deviceGroups, id).id, assignment(content, body)),
  );
  edit('PUT', 'groups/:id/zones', (id, body) =>
    content.changeDeviceGroup(known(deviceGroups, id).id, layout(content, body)),
  );
  edit('PATCH', 'groups/:id/settings', (id, body) =>
    content.changeDeviceGroup(known(deviceGroups, id).id, groupSettings(content, body)),
  );
  edit('POST', 'drawn', (_, body) => drawnMedia(content, body));
  app.get('/console/player/picture', async () => {
    const { type, bytes } = await needs.player.picture();
    return answer(200, type, bytes);
  });
  removal('playlists', (id) => removals.playlist(known(playlists, id).id));
  removal('entries', (id) => removals.entry(known(entries, id).id));
  removal('media', (id) => removals.mediaFile(known(mediaFiles, id).id));
  app.post('/console/api/undo/:id', (context) => {
    removals.undo(idIn(context));
    return edited();
  });
  edit('PUT', 'offline', (_, { offline }) => {
    needs.traffic.offline = offline === true;
  });
  app.all('/console/api/*', () => {
    throw new HttpProblem(404, 'The console has no such call.');
  });
  return app;
}

/** What a phone copies into the setup of a player. */
const connectCode = ({ baseUrl, token }: ConsoleNeeds['connect']): string =>
  encode(`${baseUrl}\n${token}`, 'svg', { ecc: 'medium', border: 4 });

/** What a player reads from a USB stick. */
function setupFile({ connect: { baseUrl, token }, content }: ConsoleNeeds) {
  const [device] = content.devices.values();
  return { cms: { url: baseUrl, token }, ...(device ? { device: device.name } : {}) };
}

/** The page may load itself, and pictures and clips of this CMS. */
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

async function picture(
  context: RequestContext,
  { mediaFiles, thumbnails, bytes }: DemoContent,
): Promise<Response> {
  const id = idIn(context);
  const small = context.req.param('which') === 'thumbnail';
  const thumbnail = small ? thumbnails.get(id) : undefined;
  if (thumbnail) return fileAnswer(context, thumbnail, 'image/jpeg', goodManners);
  const row = mediaFiles.get(id);
  const whole = bytes.get(id);
  const type = row && isFile(row) ? row.attachable.mime_type : '';
  if (!whole || type === '' || (small && !type.startsWith('image/'))) {
    throw new HttpProblem(404, 'There is no picture of this.');
  }
  return fileAnswer(context, whole, type, goodManners);
}

function state({ content, shape, connect, traffic, player, now }: ConsoleNeeds) {
  const { troubles, plays } = player;
  const device = content.devices.values().find(({ name }) => name === plays);
  return {
    version: JSON.stringify([content.changedAt, traffic.offline, plays, ...troubles]),
    connect,
    offline: traffic.offline,
    lastRequestAt: traffic.lastRequestAt,
    now: now(),
    playlists: [...content.playlists.values()].map((row) => ({ ...row, entries: content.entriesOf(row.id) })),
    media: [...content.mediaFiles.values()].map((row) => ({
      ...shape.mediaFile(row),
      has_thumbnail: content.thumbnails.has(row.id),
      trouble: troubles.get(row.id) ?? null,
    })),
    /** The group whose screen the player of this demo is. */
    playingGroupId: device?.device_group_id ?? null,
    groups: [...content.deviceGroups.values()],
    devices: [...content.devices.values()],
  };
}

function known<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (!row) throw new HttpProblem(404, 'It no longer exists.');
  return row;
}
