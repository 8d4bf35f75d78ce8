import { describe, expect, test } from 'vitest';
import { checkShow } from '../../src/main/doctor/show.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import type { ZoneRecord } from '../../src/main/edition/records.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { Rig } from '../engine/programmer-rig.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { edition, entry, playlist, source } from '../support/records.ts';

// Each mistake in zones costs its own zone: doctor and explain name it, and the rest plays.

const zone = (id: string, place: Partial<ZoneRecord> = {}): ZoneRecord => ({
  id,
  left: 0,
  top: 0,
  width: '50%',
  height: '50%',
  playlist: 'p',
  fit: null,
  sound: null,
  ...place,
});
const main = zone('main', { left: '50%', top: '50%' });
const many = Array.from({ length: 40 }, (_, index) =>
  zone(`z${index}`, { left: `${index * 2}%`, width: '2%' }),
);

function divided(zones: readonly ZoneRecord[]): Edition {
  const screens = Object.fromEntries(zones.map(({ id, playlist: of }) => [`1/${id}`, of ?? '']));
  const lists = [playlist('p', [entry('1')]), playlist('empty', [])];
  return edition(lists, [], { screens, zones: { '1': zones } });
}

/** Of a player at work: the zones that play something, and what explain says. */
function playing(given: Edition) {
  const rig = new Rig(given, '2026-05-01T10:00:00Z');
  rig.programmer.displays(new Map([['1', { width: 1920, height: 1080 }]]));
  rig.programmer.start();
  const shows = rig.emitted.filter(({ programme }) => programme.cues.length > 0);
  const explained = rig.programmer.report(null, null)?.faults ?? [];
  return {
    plays: shows.map(({ screenId }) => screenId.slice(2)),
    drawn: rig.emitted.at(-1)?.settings.zones?.map(({ id }) => id),
    sounds: rig.emitted
      .at(-1)
      ?.settings.zones?.filter(({ sounds }) => sounds)
      .map(({ id }) => id),
    explained: explained.map(inEnglish),
  };
}

/** Of `vitrine doctor` on what is stored. */
async function examined(given: Edition): Promise<readonly string[]> {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.useSource(source);
  await store.stage({ ...given, source });
  await store.activate(given.id, false);
  await store.close();
  const found = await checkShow(dataDir, false);
  expect(found.every(({ result }) => result === 'warn')).toBe(true);
  return found.map(({ message }) => inEnglish(message));
}

interface Row {
  readonly zones: readonly ZoneRecord[];
  readonly sentence: RegExp;
  readonly plays: readonly string[];
  /** Also with a background alone. */
  readonly drawn?: readonly string[];
}

const rows: Readonly<Record<string, Row>> = {
  'outside of the display': {
    zones: [main, zone('far', { left: '100%' })],
    sentence: /^Zone “far” is outside the screen: it is left out\. Move the zone/,
    plays: ['main'],
  },
  'partly outside of it': {
    zones: [main, zone('wide', { height: '20%', width: '120%' })],
    sentence: /^Zone “wide” extends beyond the screen: only the part .* Reduce/,
    plays: ['main', 'wide'],
  },
  'over another one': {
    zones: [main, zone('inset', { left: '40%', top: '40%' })],
    sentence: /^Zone “inset” covers part of zone “main”\. If the overlap/,
    plays: ['main', 'inset'],
  },
  'of size 0': {
    zones: [main, zone('flat', { height: 0 })],
    sentence: /^Zone “flat” has no size: it is left out\. Set the zone/,
    plays: ['main'],
  },
  'of a size that is no number': {
    zones: [main, zone('odd', { unreadable: 'width "wide"' })],
    sentence: /^Zone “odd” has an invalid value in the CMS \(width "wide"\): .* left out\. Correct/,
    plays: ['main'],
  },
  '40 of them': {
    zones: many,
    sentence: /^28 zones too many: the player shows the first 12\. Use fewer/,
    plays: many.slice(0, 12).map(({ id }) => id),
  },
  'with a playlist that is gone': {
    zones: [main, zone('lost', { playlist: '99' })],
    sentence:
      /^Playlist 99 of zone “lost” does not exist in the CMS: the zone shows only its background\. Assign/,
    plays: ['main'],
    drawn: ['main', 'lost'],
  },
  'with an empty playlist': {
    zones: [main, zone('bare', { playlist: 'empty' })],
    sentence: /^The playlist “List empty” \(empty\) of zone “bare” is empty\. Add/,
    plays: ['main'],
    drawn: ['main', 'bare'],
  },
  'without a playlist': {
    zones: [main, zone('none', { playlist: '' })],
    sentence: /^Zone “none” has no playlist: it shows only its background\. Assign/,
    plays: ['main'],
    drawn: ['main', 'none'],
  },
  'two with sound': {
    zones: [zone('loud', { sound: true }), zone('louder', { sound: true, left: '50%' })],
    sentence: /^Sound is turned on in several zones, .*: zone “louder” stays silent\. Turn on/,
    plays: ['loud', 'louder'],
  },
  'the same id twice': {
    zones: [main, zone('main', { width: '20%' })],
    sentence: /^Two zones have the ID “main”: the second one is left out\. Give each/,
    plays: ['main'],
  },
};

describe('a zone that makes no sense is named by doctor and explain, and the rest plays', () => {
  test.each(Object.entries(rows))('%s', async (_, { zones, sentence, plays, drawn = plays }) => {
    const given = divided(zones);
    const reported = playing(given);
    expect(reported).toMatchObject({ plays, drawn, explained: [expect.stringMatching(sentence)] });
    expect(reported.sounds).toHaveLength(1);
    expect(await examined(given)).toEqual(reported.explained);
  });

  test('outside of a display in pixels, which only the player knows', () => {
    const reported = playing(divided([main, zone('far', { left: 1920, width: 200, height: 200 })]));
    expect(reported).toMatchObject({
      plays: ['main'],
      explained: [expect.stringMatching(/^Zone “far” is outside/)],
    });
  });

  test('zones that make sense: nothing is named', async () => {
    const given = divided([main, zone('other')]);
    expect(playing(given)).toMatchObject({ plays: ['main', 'other'], explained: [] });
  });
});
