import type { Assignment } from '../edition/assignment.ts';
import { isTimeZone } from '../edition/zone.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { CmsApi } from './api.ts';
import type { DeviceGroupRecord, DeviceRecord, PlaylistRecord } from './records.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What this device is to play exists, and its hours are clear. */
export async function findAssigned(
  assignment: Assignment | null,
  cms: CmsApi,
  playlists: readonly PlaylistRecord[],
): Promise<readonly Finding[]> {
  if (assignment === null) {
    return [
      fail(
        'assignment',
        'The configuration does not say what to play.',
        'Set VITRINE_DEVICE, VITRINE_DEVICE_GROUP or VITRINE_PLAYLIST.',
      ),
    ];
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
    if (!group) return [missing('device group', ref, groups)];
    return [
      await assignedBy(cms, 'device group', group, group.playlistId, playlists),
      ...oddZone('device group', group),
    ];
  }
  const { records: devices } = await cms.devices();
  const device = pick(devices, ref);
  if (!device) return [missing('device', ref, devices)];
  const group = device.groupId === null ? null : pick(groups, device.groupId);
  return [
    await assignedBy(cms, 'device', device, device.playlistId ?? group?.playlistId ?? null, playlists),
    ...oddZone('device', device),
    ...(group ? oddZone('device group', group) : []),
  ];
}

/** A zone that does not exist is passed over, which may shift every hour of the schedule. */
function oddZone(kind: string, owner: DeviceRecord | DeviceGroupRecord): readonly Finding[] {
  const { timeZone } = owner.settings;
  if (timeZone === null || isTimeZone(timeZone)) return [];
  return [
    warn(
      'time zone',
      `The ${kind} “${owner.name}” (${owner.id}) names the time zone ${JSON.stringify(timeZone)}, which does not exist.`,
      'Give it one such as Europe/Berlin in the CMS.',
    ),
  ];
}

async function assignedBy(
  cms: CmsApi,
  kind: string,
  owner: Named,
  playlistId: string | null,
  playlists: readonly Named[],
): Promise<Finding> {
  if (playlistId === null) {
    return warn(
      'assignment',
      `The ${kind} “${owner.name}” (${owner.id}) has no playlist.`,
      'Give it one in the CMS; until then the screen is idle.',
    );
  }
  const playlist = playlists.find(({ id }) => id === playlistId);
  if (playlist) return assigned(kind, owner, await isEmpty(cms, playlist), playlist);
  return fail(
    'assignment',
    `The playlist ${playlistId} of the ${kind} “${owner.name}” is not there.`,
    'Give it another one in the CMS.',
  );
}

function assigned(kind: string, owner: Named, isEmpty: boolean, playlist?: Named): Finding {
  const plays = playlist ? `, playlist “${playlist.name}” (${playlist.id})` : '';
  const message = `${kind} “${owner.name}” (${owner.id})${plays}`;
  if (!isEmpty) return ok('assignment', message);
  return warn(
    'assignment',
    `${message}: that playlist is empty, so there is nothing to play.`,
    'Add entries to it in the CMS, or assign another playlist.',
  );
}

/** Entries that the answer did not carry are not known to be none. */
async function isEmpty(cms: CmsApi, { id }: Named): Promise<boolean> {
  const { entries } = await cms.playlist(id);
  return entries?.every(({ deletedAt }) => deletedAt !== null) ?? false;
}

function missing(kind: string, ref: string, known: readonly Named[]): Finding {
  const names = known.slice(0, 5).map(({ id, name }) => `“${name}” (${id})`);
  const others =
    names.length === 0
      ? 'There are none.'
      : `There are: ${names.join(', ')}${known.length > 5 ? ', …' : ''}.`;
  return fail(
    'assignment',
    `The CMS has no ${kind} “${ref}”.`,
    `${others} Check the id or name, and the account of the token.`,
  );
}

/** By id first, as a name may be all digits. */
function pick<Kind extends Named>(records: readonly Kind[], ref: string): Kind | null {
  return records.find(({ id }) => id === ref) ?? records.find(({ name }) => name === ref) ?? null;
}
