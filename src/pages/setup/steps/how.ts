import { languageIn, languageNames } from '../../../shared/languages/language.ts';
import type { Choice } from '../../../shared/setup.ts';
import { element } from '../element.ts';
import type { Guide, Step } from '../guide.ts';
import { fleetField } from './fleet.ts';

const rotations = [0, 90, 180, 270] as const;
/** Settings that need a look at the screen: orientation, volume and time zone. */
export function howStep(guide: Guide): Step {
  const { say } = guide.words;
  const { choice } = guide.entries;
  const turns = rotations.map((rotation) => {
    const input = element('input', {
      type: 'radio',
      name: 'rotation',
      value: `${rotation}`,
      checked: choice?.rotation === rotation,
    });
    return element('label', { class: 'choice' }, input, say(`setup.how.rotation.${rotation}`));
  });
  const volume = element('input', {
    type: 'range',
    name: 'volume',
    min: '0',
    max: '100',
    step: '5',
    value: `${choice?.volume ?? 100}`,
  });
  const loudness = element('output', { class: 'soft' });
  const draw = (): void => {
    loudness.textContent = guide.words.share(volume.valueAsNumber / 100);
  };
  volume.addEventListener('input', draw);
  draw();
  const zone = select('zone', zones(choice?.timeZone ?? 'UTC'), choice?.timeZone ?? 'UTC');
  const language = select('language', Object.entries(languageNames), choice?.language ?? 'en');
  return {
    number: 3,
    title: say('setup.how.title'),
    content: [
      element(
        'fieldset',
        {},
        element('legend', {}, say('setup.how.rotation')),
        element('div', { class: 'turns' }, ...turns),
      ),
      element('label', { class: 'field' }, say('setup.how.volume'), volume, loudness),
      element('label', { class: 'field' }, say('setup.how.zone'), zone),
      element('label', { class: 'field' }, say('setup.how.language'), language),
      fleetField(guide),
    ],
    action: say('setup.next'),
    back: () => guide.steps.what(guide),
    go: async () => {
      if (choice === null) return null;
      const turned = turns.findIndex((turn) => turn.querySelector('input')?.checked);
      const chosen: Choice = {
        ...choice,
        rotation: rotations[turned] ?? 0,
        volume: Number(volume.value),
        timeZone: zone.value,
        language: languageIn(language.value) ?? 'en',
      };
      guide.entries = { ...guide.entries, choice: chosen };
      const { findings } = await guide.channel.ask({ act: 'choose', ...chosen });
      return guide.steps.check(guide, findings);
    },
  };
}

function select(
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  chosen: string,
): HTMLSelectElement {
  return element(
    'select',
    { name },
    ...options.map(([value, label]) => element('option', { value, selected: value === chosen }, label)),
  );
}

/** The phone's zone comes second, after the machine's: the phone is in the shop. */
function zones(configured: string): readonly (readonly [string, string])[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = new Set([configured, here, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
