import type { Choice, Named } from '../../../shared/setup.ts';
import { Incomplete } from '../channel.ts';
import { element, field } from '../element.ts';
import type { Guide, Step } from '../guide.ts';

type Kind = Choice['kind'];

/** Longer lists are searchable and shortened. */
const mostShown = 60;
const searchedFrom = 8;

/** The CMS's device, group or playlist for this screen. */
export function whatStep(guide: Guide): Step {
  const { say } = guide.words;
  const { lists } = guide.entries;
  const groups = [
    ['device', lists?.devices ?? []],
    ['deviceGroup', lists?.groups ?? []],
    ['playlist', lists?.playlists ?? []],
  ] as const;
  const all = groups.flatMap(([, named]) => named);
  const listed = element('div', { class: 'stack' });
  let chosen: { readonly kind: Kind; readonly id: string } | null = guide.entries.choice;
  const radio = (kind: Kind, { id, name }: Named): HTMLElement => {
    const isChosen = chosen?.kind === kind && chosen.id === id;
    const input = element('input', {
      type: 'radio',
      name: 'what',
      value: `${kind} ${id}`,
      checked: isChosen,
    });
    input.addEventListener('change', () => {
      chosen = { kind, id };
    });
    return element('label', { class: 'choice' }, input, name);
  };
  const fill = (wanted: string): void => {
    const fits = ({ name }: Named): boolean => name.toLowerCase().includes(wanted.toLowerCase());
    listed.replaceChildren(
      ...groups.flatMap(([kind, named]) => {
        const shown = named.filter(fits).slice(0, mostShown);
        const legend = element('legend', {}, say(`setup.what.${kind}`));
        return shown.length === 0
          ? []
          : [element('fieldset', {}, legend, ...shown.map((each) => radio(kind, each)))];
      }),
    );
  };
  const search = field(say('setup.what.search'), null, { type: 'search', name: 'search' });
  search.input.addEventListener('input', () => fill(search.input.value));
  fill('');
  return {
    number: 2,
    title: say('setup.what.title'),
    content: [
      all.length > searchedFrom ? search.field : null,
      all.length === 0 ? element('p', { class: 'notice attention' }, say('setup.what.none')) : listed,
    ],
    action: all.length === 0 ? null : say('setup.next'),
    back: () => guide.steps.cms(guide),
    go: async () => {
      if (chosen === null) throw new Incomplete('setup.empty.what');
      const { kind, id } = chosen;
      const { language } = guide.words;
      const { timeZone } = guide.entries.look;
      const before = guide.entries.choice ?? { rotation: 0, volume: 100, timeZone, language };
      guide.entries = { ...guide.entries, choice: { ...before, kind, id } };
      return guide.steps.how(guide);
    },
  };
}
