import { createHash } from 'node:crypto';
import { inEnglish } from '../../shared/languages/message.ts';
import type { Action, Button } from '../actions/table/action.ts';
import { longestTitle } from '../interrupt/interrupt.ts';
import type { Outgoing } from './connection.ts';
import type { Topics } from './topics.ts';

interface DiscoveryFacts {
  /** First level of Home Assistant's discovery topics. */
  readonly prefix: string;
  readonly fleet: string;
  readonly device: string;
  readonly version: string;
  readonly topics: Topics;
  /** Those that it may request. */
  readonly actions: readonly Action[];
}

/** The command that a console would send: with a fresh id, valid for one minute. `args`: a template of JSON. */
const command = (name: string, args?: string): string =>
  `{${args === undefined ? '' : `"args": ${args}, `}"id": "ha-{{ (now().timestamp() * 1000) | int }}", "name": "${name}", "issuedAt": "{{ utcnow().isoformat() }}", "expiresAt": "{{ (utcnow() + timedelta(minutes=1)).isoformat() }}"}`;

/** Home Assistant identifies a component by its key too. These keys are older than the table. */
const firstKeys: Readonly<Record<string, string>> = { picture: 'take', 'restart-browser': 'browser' };

/** A state that was cut to fit says nothing about buttons: they stay available. */
const availability = (key: string): string =>
  `{{ 'offline' if '${key}' in value_json.cannot | default({}) or '${key}' in value_json.already | default([]) else 'online' }}`;

/** Home Assistant allows no dot in an id. The hash keeps names apart that differ only by dots. */
export function discoveryId(fleet: string, device: string): string {
  const name = `vitrine-${fleet}-${device}`;
  if (!name.includes('.')) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.replaceAll('.', '_')}-${mark}`;
}

/** A display that somebody has switched off needs attention, and is no defect. */
const onlyWanted = "(value_json.reasons | map(attribute='code') | list) == ['off-by-hand']";

/** The discovery message from which Home Assistant creates the device with its sensors and buttons. */
export function discoveryOf({ prefix, fleet, device, version, topics, actions }: DiscoveryFacts): Outgoing {
  const id = discoveryId(fleet, device);
  const unique = (name: string) => ({ unique_id: `${id}-${name}` });
  const sensor = (name: string, label: string, template: string) => ({
    platform: 'sensor',
    name: label,
    ...unique(name),
    state_topic: topics.state,
    value_template: template,
  });
  const online = { topic: topics.online, payload_available: 'true', payload_not_available: 'false' };
  const buttonOf = ({ name, effect }: Action, button: Button) => ({
    platform: 'button',
    name: inEnglish(button.label),
    ...unique(button.key),
    ...(effect === undefined ? {} : { entity_category: 'config' }),
    command_topic: topics.cmds[0],
    command_template: command(name, button.args === undefined ? undefined : JSON.stringify(button.args)),
    qos: 1,
    availability: [online, { topic: topics.state, value_template: availability(button.key) }],
    availability_mode: 'all',
  });
  const buttons = actions
    .filter(({ name, reads }) => !reads || name === 'picture')
    .flatMap((action) =>
      action.buttons.map(
        (button) => [firstKeys[button.key] ?? button.key, buttonOf(action, button)] as const,
      ),
    );
  /** A new message replaces the one before. */
  const notify = {
    platform: 'notify',
    name: 'Message',
    ...unique('notify'),
    command_topic: topics.cmds[0],
    command_template: command(
      'interrupt-show',
      `{"id": "home-assistant", "layout": "banner", "title": {{ value[:${longestTitle}] | tojson }}, "seconds": 60}`,
    ),
    qos: 1,
  };
  const payload = {
    device: { identifiers: [id], name: device, manufacturer: 'Vitrine', sw_version: version },
    origin: { name: 'Vitrine', sw_version: version },
    availability: [online],
    components: {
      problem: {
        platform: 'binary_sensor',
        device_class: 'problem',
        name: 'Problem',
        ...unique('problem'),
        state_topic: topics.state,
        value_template: `{{ 'OFF' if value_json.verdict == 'well' or ${onlyWanted} else 'ON' }}`,
      },
      verdict: sensor('verdict', 'Verdict', '{{ value_json.verdict }}'),
      sentence: sensor('sentence', 'How it is', '{{ value_json.sentence[:250] }}'),
      playing: sensor(
        'playing',
        'Plays',
        "{{ value_json.playing[0].name if value_json.playing else 'nothing' }}",
      ),
      edition: sensor(
        'edition',
        'Content version',
        "{{ value_json.edition.id[:12] if value_json.edition else 'none' }}",
      ),
      version: sensor('version', 'Version', '{{ value_json.version }}'),
      picture: {
        platform: 'image',
        name: 'Picture',
        ...unique('image'),
        image_topic: topics.picture,
        content_type: 'image/jpeg',
      },
      ...(actions.some(({ name }) => name === 'interrupt-show') ? { notify } : {}),
      ...Object.fromEntries(buttons),
    },
  };
  return { topic: `${prefix}/device/${id}/config`, payload: JSON.stringify(payload), isKept: true };
}
