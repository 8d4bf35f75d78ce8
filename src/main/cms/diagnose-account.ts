import { message } from '../../shared/languages/message.ts';
import type { Assignment } from '../edition/assignment.ts';
import { isTimeZone } from '../edition/zone.ts';
import { type Finding, fail, ok, warn } from '../ground/finding.ts';
import type { CmsApi } from './api.ts';
import { knownInstead } from './known-instead.ts';
import type { DeviceGroupRecord, DeviceRecord, PlaylistRecord } from './records.ts';

type Assigned = Assignment['kind'];

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The assigned playlist exists, and its hours are unambiguous. */
export async function findAssigned(
  assignment: Assignment | null,
  cms: CmsApi,
  playlists: readonly PlaylistRecord[],
): Promise<readonly Finding[]> {
  if (assignment === null) {
    return [fail('assignment', message('cms.check.unassigned'))];
  }
  const { kind, ref } = assignment;
  if (kind === 'playlist') {
    const found = pick(playlists, ref);
    return [
      found ? assigned('playlist', found, await isEmpty(cms, found)) : missing('playlist', ref, playlists),
    ];
  }
  const { records: groups } = await cms.deviceGroups();
  if (kind === 'deviceGroup') {
    const group = pick(groups, ref);
    if (!group) return [missing('deviceGroup', ref, groups)];
    return [
      await assignedBy(cms, 'deviceGroup', group, group.playlistId, playlists),
      ...oddZone('deviceGroup', group),
    ];
  }
  const { records: devices } = await cms.devices();
  const device = pick(devices, ref);
  if (!device) return [missing('device', ref, devices)];
  const group = device.groupId === null ? null : pick(groups, device.groupId);
  return [
    await assignedBy(cms, 'device', device, device.playlistId ?? group?.playlistId ?? null, playlists),
    ...oddZone('device', device),
    ...(group ? oddZone('deviceGroup', group) : []),
  ];
}

/** Reports an unknown time zone: it is ignored, which may shift the whole schedule. */
function oddZone(kind: Assigned, owner: DeviceRecord | DeviceGroupRecord): readonly Finding[] {
  const { timeZone } = owner.settings;
  if (timeZone === null || isTimeZone(timeZone)) return [];
  return [warn('time zone', message('cms.check.zone', { ...named(kind, owner), zone: timeZone }))];
}

async function assignedBy(
  cms: CmsApi,
  kind: Assigned,
  owner: Named,
  playlistId: string | null,
  playlists: readonly Named[],
): Promise<Finding> {
  if (playlistId === null) return warn('assignment', message('cms.check.none', named(kind, owner)));
  const playlist = playlists.find(({ id }) => id === playlistId);
  if (playlist) return assigned(kind, owner, await isEmpty(cms, playlist), playlist);
  return fail('assignment', message('cms.check.gone', { ...named(kind, owner), playlistId }));
}

function assigned(kind: Assigned, owner: Named, isEmpty: boolean, playlist?: Named): Finding {
  const what = playlist
    ? message('cms.check.plays', {
        ...named(kind, owner),
        playlist: playlist.name,
        playlistId: playlist.id,
      })
    : message('cms.check.assigned', named(kind, owner));
  return isEmpty ? warn('assignment', message('cms.check.empty', { what })) : ok('assignment', what);
}

function named(kind: Assigned, { id, name }: Named) {
  return { kind: message(`cms.check.${kind}`), name, id };
}

/** A missing list of entries does not prove that there are none. */
async function isEmpty(cms: CmsApi, { id }: Named): Promise<boolean> {
  const { entries } = await cms.playlist(id);
  return entries?.every(({ deletedAt }) => deletedAt !== null) ?? false;
}

function missing(kind: Assigned, ref: string, known: readonly Named[]): Finding {
  return fail('assignment', message(`assignment-not-found.${kind}`, { ref }), knownInstead(known));
}

/** By id first, as a name may be all digits. */
function pick<Kind extends Named>(records: readonly Kind[], ref: string): Kind | null {
  return records.find(({ id }) => id === ref) ?? records.find(({ name }) => name === ref) ?? null;
}
