import { make, signButton } from './element.js';
import { edit } from './server.js';

/** In percent: an edge that is let go near another one meets it. */
const snap = 2;
const least = 5;

/** The screen of a group with its zones, to be moved and resized with the mouse, or with the arrow keys. */
export function zoneEditor(group, playlists) {
  const zones = zonesOf(group);
  const stage = make(
    'div.zone-stage',
    zones.map((_, index) => box(group, zones, index, playlists)),
  );
  const add = signButton('add', 'Add a zone', {
    of: group.name,
    onclick: () => save(group, [...zones, fresh(zones)]),
  });
  return make(
    'div.zone-editor',
    zones.length > 0 ? stage : null,
    make(
      'div.zone-bar',
      make('small', zones.length > 0 ? `${zones.length} zones` : 'One playlist fills the screen'),
      add,
    ),
    ...zones.map((_, index) => choice(group, zones, index, playlists)),
  );
}

function zonesOf({ multi_frame: frames }) {
  if (!Array.isArray(frames)) return [];
  const number = (value) => Number.parseFloat(value) || 0;
  return frames.map(({ name, left, top, width, height, playlist_id, fit }) => ({
    name,
    ...(fit ? { fit } : {}),
    playlist_id: playlist_id ?? null,
    ...{ left: number(left), top: number(top), width: number(width), height: number(height) },
  }));
}

function save(group, zones) {
  return edit('PUT', `groups/${group.id}/zones`, { zones });
}

function fresh(zones) {
  const names = new Set(zones.map(({ name }) => name));
  let number = zones.length + 1;
  while (names.has(`Zone ${number}`)) number++;
  const place =
    zones.length === 0
      ? { left: 0, top: 0, width: 100, height: 100 }
      : { left: 30, top: 30, width: 40, height: 40 };
  return { name: `Zone ${number}`, playlist_id: null, ...place };
}

function box(group, zones, index, playlists) {
  const zone = zones[index];
  const playlist = playlists.find(({ id }) => id === zone.playlist_id);
  const handle = make('i.zone-handle');
  const made = make(
    'div.zone-box',
    {
      tabIndex: 0,
      data: { focus: `zone-${group.id}-${index}` },
      aria: { label: `${zone.name}: arrow keys move it, with Shift they resize it` },
      role: 'group',
      onpointerdown: (event) => begin(event, event.target === handle ? 'size' : 'move'),
      onkeydown: (event) => byKey(event),
    },
    make('span', zone.name),
    make('small', playlist?.name ?? 'as the group'),
    handle,
  );
  place(made, zone);

  function begin(event, how) {
    event.preventDefault();
    made.focus();
    made.setPointerCapture(event.pointerId);
    made.classList.add('dragged');
    const { width, height } = made.parentElement.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    let now = zone;
    made.onpointermove = (moved) => {
      const by = {
        x: ((moved.clientX - from.x) / width) * 100,
        y: ((moved.clientY - from.y) / height) * 100,
      };
      now = how === 'move' ? movedBy(zone, by, others()) : resizedBy(zone, by, others());
      place(made, now);
    };
    const end = () => {
      made.onpointermove = null;
      made.classList.remove('dragged');
      void save(group, zones.with(index, now));
    };
    made.onpointerup = end;
    made.onpointercancel = end;
  }

  function byKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const by = { x: step[0], y: step[1] };
    const now = event.shiftKey ? resizedBy(zone, by, null) : movedBy(zone, by, null);
    void save(group, zones.with(index, now));
  }

  const others = () => zones.filter((other) => other !== zone);
  return made;
}

function place({ style }, { left, top, width, height }) {
  style.left = `${left}%`;
  style.top = `${top}%`;
  style.width = `${width}%`;
  style.height = `${height}%`;
}

const within = (value, low, high) => Math.min(Math.max(value, low), high);

function movedBy(zone, { x, y }, others) {
  const left = snapped(zone.left + x, zone.width, others, 'left', 'width');
  const top = snapped(zone.top + y, zone.height, others, 'top', 'height');
  return { ...zone, left: within(left, 0, 100 - zone.width), top: within(top, 0, 100 - zone.height) };
}

function resizedBy(zone, { x, y }, others) {
  const right = nearest(zone.left + zone.width + x, edgesOf(others, 'left', 'width'));
  const bottom = nearest(zone.top + zone.height + y, edgesOf(others, 'top', 'height'));
  return {
    ...zone,
    width: within(right - zone.left, least, 100 - zone.left),
    height: within(bottom - zone.top, least, 100 - zone.top),
  };
}

/** Either edge may meet another one. */
function snapped(start, length, others, from, by) {
  const edges = edgesOf(others, from, by);
  const near = nearest(start, edges);
  return near === start ? nearest(start + length, edges) - length : near;
}

/** Keys move by whole steps and meet nothing: `others` is null. */
function edgesOf(others, from, by) {
  if (others === null) return [];
  return [0, 100, ...others.flatMap((other) => [other[from], other[from] + other[by]])];
}

function nearest(value, edges) {
  return edges.find((edge) => Math.abs(edge - value) <= snap) ?? Math.round(value);
}

function choice(group, zones, index, playlists) {
  const zone = zones[index];
  const options = [{ id: '', name: 'as the group' }, ...playlists].map(({ id, name }) =>
    make('option', { value: String(id), selected: id === (zone.playlist_id ?? '') }, name),
  );
  const onchange = ({ target: { value } }) =>
    save(group, zones.with(index, { ...zone, playlist_id: value === '' ? null : Number(value) }));
  const data = { focus: `zone-list-${group.id}-${index}` };
  return make(
    'div.zone-line',
    make(
      'label',
      make('span', zone.name),
      make('select', { data, aria: { label: `What ${zone.name} shows` }, onchange }, options),
    ),
    signButton('remove', 'Remove', { of: zone.name, onclick: () => save(group, zones.toSpliced(index, 1)) }),
  );
}
