import { createHash } from 'node:crypto';
import type { Outgoing } from './connection.ts';
import type { Topics } from './topics.ts';

interface DiscoveryFacts {
  /** First level of Home Assistant's discovery topics. */
  readonly prefix: string;
  readonly fleet: string;
  readonly device: string;
  readonly version: string;
  readonly topics: Topics;
}

/** A button sends the command that a console would: with a fresh id, valid for one minute. */
const command = (name: string): string =>
  `{"id": "ha-{{ (now().timestamp() * 1000) | int }}", "name": "${name}", "issuedAt": "{{ utcnow().isoformat() }}", "expiresAt": "{{ (utcnow() + timedelta(minutes=1)).isoformat() }}"}`;

/** Home Assistant allows no dot in an id. The hash keeps names apart that differ only by dots. */
export function discoveryId(fleet: string, device: string): string {
  const name = `vitrine-${fleet}-${device}`;
  if (!name.includes('.')) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.replaceAll('.', '_')}-${mark}`;
}

/** The discovery message from which Home Assistant creates the device with its sensors and buttons. */
export function discoveryOf({ prefix, fleet, device, version, topics }: DiscoveryFacts): Outgoing {
  const id = discoveryId(fleet, device);
  const unique = (name: string) => ({ unique_id: `${id}-${name}` });
  const sensor = (name: string, label: string, template: string) => ({
    platform: 'sensor',
    name: label,
    ...unique(name),
    state_topic: topics.state,
    value_template: template,
  });
  const button = (name: string, label: string, more: object = {}) => ({
    platform: 'button',
    name: label,
    ...unique(name),
    ...more,
    command_topic: topics.cmds[0],
    command_template: command(name),
    qos: 1,
  });
  const payload = {
    device: { identifiers: [id], name: device, manufacturer: 'Vitrine', sw_version: version },
    origin: { name: 'Vitrine', sw_version: version },
    availability: [{ topic: topics.online, payload_available: 'true', payload_not_available: 'false' }],
    components: {
      problem: {
        platform: 'binary_sensor',
        device_class: 'problem',
        name: 'Problem',
        ...unique('problem'),
        state_topic: topics.state,
        value_template: "{{ 'OFF' if value_json.verdict == 'well' else 'ON' }}",
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
        'Edition',
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
      take: button('picture', 'Take a picture'),
      sync: button('sync', 'Sync now'),
      browser: button('restart-browser', 'New browser', { entity_category: 'config' }),
    },
  };
  return { topic: `${prefix}/device/${id}/config`, payload: JSON.stringify(payload), isKept: true };
}
