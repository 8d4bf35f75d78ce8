import { ask } from './ask.js';
import { card, facts, fill, icon, make } from './element.js';
import { clock, length, size, when } from './format.js';
import { named } from './sentences.js';
import { say } from './words.js';

const refreshMs = 10_000;
/** Larger pictures are not downloaded for a thumbnail. */
const largestPicture = 12_000_000;

/** Files on the disk, pending downloads and failures. */
export function openFiles(root) {
  const [summary, coming, failed, here] = Array.from({ length: 4 }, () => make('div', {}));
  root.append(summary, failed, coming, here);
  let report = null;
  let isOver = false;
  let timer = null;
  let last = null;
  let requests = 0;

  const learn = async () => {
    clearTimeout(timer);
    const request = ++requests;
    // Without an edition there are no files.
    const learned = await ask('api/files').catch(() => ({ files: [], more: 0, bytes: 0 }));
    if (isOver || request !== requests) return;
    report = learned;
    if (last) draw(last);
    timer = setTimeout(learn, refreshMs);
  };
  const draw = (status) => {
    if (report === null) return;
    const faults = report.files.filter(({ state }) => state === 'failed');
    const rest = report.files.filter(({ state }) => state === 'here' || state === 'page');
    // A web page is not a file.
    const count = rest.filter(({ state }) => state === 'here').length;
    const waiting = comingFiles(status, report);
    fill(
      summary,
      [report.bytes, count, status.storage.objects, Math.round(status.storage.freeBytes / 1e8)],
      () => card(null, summaryRows(status, report, count)),
    );
    fill(failed, faults, () =>
      faults.length === 0
        ? []
        : card(say('page.files.failed'), make('ul', { class: 'list' }, faults.map(faultRow))),
    );
    fill(coming, waiting, () =>
      waiting.length === 0
        ? []
        : card(say('page.files.coming'), make('ul', { class: 'list' }, waiting.map(comingRow))),
    );
    fill(here, [rest, report.more], () =>
      card(
        say('page.files.here'),
        rest.length === 0
          ? make('p', { class: 'empty' }, say('page.files.none'))
          : make('ul', { class: 'thumbnails' }, rest.map(thumbnail)),
        report.more > 0 ? make('p', { class: 'soft' }, say('page.files.more', { count: report.more })) : null,
      ),
    );
  };
  void learn();
  return {
    update(status) {
      // A file that has arrived is no longer pending in the report of the player either.
      const isOutdated = last !== null && awaitedBy(status) !== awaitedBy(last);
      last = status;
      if (isOutdated) void learn();
      draw(status);
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const awaitedBy = ({ edition, staged }) =>
  JSON.stringify([edition?.id, edition?.missing.length, staged?.edition, staged?.missingCount]);

function summaryRows({ storage, downloads }, { bytes }, count) {
  return facts([
    [say('page.files.show'), say('page.now.stored-value', { count, size: size(bytes) })],
    [
      say('page.files.disk'),
      say('page.now.stored-value', { count: storage.objects, size: size(storage.bytes) }),
    ],
    [say('page.now.free'), size(storage.freeBytes)],
    [say('page.files.speed'), downloads.active > 0 ? `${size(downloads.bytesPerSecond)}/s` : null],
  ]);
}

/** Running downloads, files that an update waits for, and missing files of the show: each file once. */
function comingFiles({ downloads, staged }, { files }) {
  const found = new Map();
  for (const file of files.filter(({ state }) => state === 'coming')) found.set(file.mediaFileId, file);
  for (const file of staged?.missing ?? [])
    found.set(file.mediaFileId, { ...found.get(file.mediaFileId), ...file });
  for (const file of downloads.items)
    found.set(file.mediaFileId, { ...found.get(file.mediaFileId), ...file });
  return [...found.values()];
}

function comingRow(file) {
  const total = file.size ?? file.bytes ?? null;
  const received = file.received ?? 0;
  const facts = [
    total === null
      ? received > 0 && size(received)
      : say('page.files.of', { here: size(received), all: size(total) }),
    file.secondsLeft ? say('page.files.left', { time: length(file.secondsLeft * 1000) }) : null,
    (file.error?.message ?? file.detail ?? '').replace(/\.$/, ''),
    file.nextTryAt ? say('page.files.again', { time: clock(file.nextTryAt) }) : null,
    file.failed ? say('page.files.given-up') : null,
  ];
  return make(
    'li',
    {},
    icon(file.kind ?? 'download'),
    make(
      'div',
      { class: 'grow stack tight' },
      make('strong', {}, named(file)),
      total && !file.failed
        ? make('progress', { class: 'bar', max: total, value: received, 'aria-label': named(file) })
        : null,
      make('span', { class: 'soft small' }, facts.filter(Boolean).join(' · ')),
    ),
  );
}

function faultRow(file) {
  return make(
    'li',
    {},
    make('span', { class: 'lamp dark' }),
    make(
      'div',
      { class: 'grow' },
      make('strong', {}, named(file)),
      make('p', { class: 'soft' }, file.detail),
    ),
  );
}

function thumbnail(file) {
  const facts = [
    say(`page.kind.${file.kind}`),
    file.width ? `${file.width} × ${file.height}` : null,
    file.durationMs ? length(file.durationMs) : null,
    file.bytes === null ? null : size(file.bytes),
  ];
  return make(
    'li',
    {},
    make('div', { class: 'thumb' }, pictureOf(file) ?? icon(file.kind)),
    make('strong', { class: 'name' }, named(file)),
    make('span', { class: 'soft small' }, facts.filter(Boolean).join(' · ')),
    make(
      'span',
      { class: 'soft small' },
      file.entries === 0 ? say('page.files.unused') : say('page.files.entries', { count: file.entries }),
    ),
    file.updatedAt
      ? make('span', { class: 'soft small' }, say('page.files.changed', { time: when(file.updatedAt) }))
      : null,
  );
}

function pictureOf({ kind, media, bytes }) {
  if (media === null) return null;
  if (kind === 'image' && (bytes ?? 0) < largestPicture)
    return make('img', { src: media, alt: '', loading: 'lazy', decoding: 'async' });
  // The first frame: only the beginning of the file is fetched.
  if (kind === 'video') {
    const video = make('video', {
      src: `${media}#t=0.5`,
      preload: 'metadata',
      tabindex: -1,
      'aria-hidden': 'true',
    });
    video.muted = true;
    return video;
  }
  return null;
}
