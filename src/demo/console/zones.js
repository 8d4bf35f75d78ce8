import { make, signButton } from './element.js';
import { edit } from './server.js';
import { movedBy, place, resizedBy } from './zone-places.js';

const editors = new Map();

/** The screen of a group with its zones, to be moved and resized with the mouse, or with the arrow keys. */
export function zoneEditor(group, playlists) {
  const editor = editors.get(group.id) ?? new ZoneEditor();
  editors.set(group.id, editor);
  editor.show(group, playlists);
  return editor.element;
}

/** Below the zones of the group whose screen the demo's player is: what that screen shows now. */
export function showLive({ playingGroupId, now }) {
  for (const [id, editor] of editors)
    editor.live(id === playingGroupId ? `/console/player/picture?${now}` : null);
}

/** Its elements stay in the page and are updated in place: a focused zone receives every key. */
class ZoneEditor {
  #group;
  #playlists = [];
  /** As they are on the page: ahead of the server while a change is being saved. */
  #zones = [];
  #isSaving = false;
  #isUnsaved = false;
  #boxes = [];
  #lines = [];
  #picture = make('img.zone-live', { alt: '', hidden: true });
  #stage = make('div.zone-stage', this.#picture);
  #count = make('small');
  #choices = make('div');
  #add = signButton('add', 'Add a zone', {
    onclick: () => this.#change([...this.#zones, fresh(this.#zones)]),
  });
  element = make('div.zone-editor', this.#stage, make('div.zone-bar', this.#count, this.#add), this.#choices);

  show(group, playlists) {
    this.#group = group;
    this.#playlists = playlists;
    this.#add.setAttribute('aria-label', `Add a zone: ${group.name}`);
    if (!this.#isSaving) this.#zones = zonesOf(group);
    this.#draw();
  }

  /** Requests the next picture when the previous one is here. */
  live(address) {
    const picture = this.#picture;
    const isShown = address !== null && this.#zones.length > 0;
    if (!isShown) this.#seen(false);
    if (!isShown || picture.dataset.loading) return;
    picture.dataset.loading = 'yes';
    const end = (seen) => {
      delete picture.dataset.loading;
      this.#seen(seen);
    };
    picture.onload = () => end(true);
    picture.onerror = () => end(false);
    picture.src = address;
  }

  #seen(seen) {
    this.#picture.hidden = !seen;
    this.#stage.classList.toggle('live', seen);
  }

  #change(zones) {
    this.#zones = zones;
    this.#isUnsaved = true;
    this.#draw();
    if (!this.#isSaving) void this.#save();
  }

  /** One request at a time; what changes meanwhile follows with the next. After a refusal the page shows what is stored. */
  async #save() {
    this.#isSaving = true;
    while (this.#isUnsaved) {
      this.#isUnsaved = false;
      await edit('PUT', `groups/${this.#group.id}/zones`, { zones: this.#zones });
    }
    this.#isSaving = false;
    this.#zones = zonesOf(this.#group);
    this.#draw();
  }

  #draw() {
    const { length } = this.#zones;
    this.#stage.hidden = length === 0;
    this.#stage.classList.toggle('upright', this.#group.rotation === 90 || this.#group.rotation === 270);
    this.#picture.style.rotate = `${-(this.#group.rotation ?? 0)}deg`;
    this.#count.textContent = length > 0 ? `${length} zones` : 'One playlist fills the screen';
    while (this.#boxes.length < length) this.#append(this.#boxes.length);
    for (const gone of [...this.#boxes.splice(length), ...this.#lines.splice(length)]) gone.element.remove();
    for (const [index, zone] of this.#zones.entries()) {
      this.#boxes[index].show(zone, this.#playlists);
      this.#lines[index].show(zone, this.#playlists);
    }
  }

  #append(index) {
    const zones = {
      all: () => this.#zones,
      replace: (zone) => this.#change(this.#zones.with(index, zone)),
      remove: () => this.#change(this.#zones.toSpliced(index, 1)),
    };
    this.#boxes.push(zoneBox(index, zones));
    this.#lines.push(zoneLine(index, zones));
    this.#stage.append(this.#boxes[index].element);
    this.#choices.append(this.#lines[index].element);
  }
}

function zonesOf({ multi_frame: frames }) {
  if (!Array.isArray(frames)) return [];
  const number = (value) => Number.parseFloat(value) || 0;
  return frames.map(({ name, left, top, width, height, playlist_id, fit }) => ({
    name,
    ...(fit ? { fit } : {}),
    playlist_id: playlist_id ?? null,
    left: number(left),
    top: number(top),
    width: number(width),
    height: number(height),
  }));
}

function fresh(zones) {
  const names = new Set(zones.map(({ name }) => name));
  let number = zones.length + 1;
  while (names.has(`Zone ${number}`)) number++;
  const whole = { left: 0, top: 0, width: 100, height: 100 };
  const middle = { left: 30, top: 30, width: 40, height: 40 };
  return { name: `Zone ${number}`, playlist_id: null, ...(zones.length === 0 ? whole : middle) };
}

/** A zone on the screen. */
function zoneBox(index, zones) {
  const name = make('span');
  const list = make('small');
  const handle = make('i.zone-handle');
  const element = make(
    'div.zone-box',
    {
      tabIndex: 0,
      role: 'group',
      onpointerdown: (event) => begin(event, event.target === handle ? resizedBy : movedBy),
      onkeydown: (event) => byKey(event),
    },
    name,
    list,
    handle,
  );

  function begin(event, changed) {
    event.preventDefault();
    element.focus();
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragged');
    const { width, height } = element.parentElement.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    const zone = zones.all()[index];
    const others = zones.all().toSpliced(index, 1);
    let now = zone;
    element.onpointermove = ({ clientX, clientY }) => {
      const by = { x: ((clientX - from.x) / width) * 100, y: ((clientY - from.y) / height) * 100 };
      now = changed(zone, by, others);
      place(element, now);
    };
    const end = () => {
      element.onpointermove = null;
      element.classList.remove('dragged');
      zones.replace(now);
    };
    element.onpointerup = end;
    element.onpointercancel = end;
  }

  function byKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const by = { x: step[0], y: step[1] };
    zones.replace((event.shiftKey ? resizedBy : movedBy)(zones.all()[index], by, null));
  }

  function show(zone, playlists) {
    name.textContent = zone.name;
    list.textContent = playlists.find(({ id }) => id === zone.playlist_id)?.name ?? 'same as the group';
    list.hidden = list.textContent === zone.name;
    element.setAttribute('aria-label', `${zone.name}: arrow keys move it, with Shift they resize it`);
    if (!element.classList.contains('dragged')) place(element, zone);
  }
  return { element, show };
}

/** The playlist of a zone. */
function zoneLine(index, zones) {
  const name = make('span');
  const select = make('select', {
    onchange: ({ target: { value } }) =>
      zones.replace({ ...zones.all()[index], playlist_id: value === '' ? null : Number(value) }),
  });
  const remove = signButton('remove', 'Remove', { onclick: () => zones.remove() });
  let offered = '';

  function show(zone, playlists) {
    name.textContent = zone.name;
    select.setAttribute('aria-label', `What ${zone.name} shows`);
    remove.setAttribute('aria-label', `Remove: ${zone.name}`);
    const options = [
      ['', 'same as the group'],
      ...playlists.map((playlist) => [String(playlist.id), playlist.name]),
    ];
    // An open list would close.
    if (offered !== JSON.stringify(options)) {
      offered = JSON.stringify(options);
      select.replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
    }
    const chosen = String(zone.playlist_id ?? '');
    if (select.value !== chosen) select.value = chosen;
  }
  return { element: make('div.zone-line', make('label', name, select), remove), show };
}
