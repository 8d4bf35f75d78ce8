import type { FormNotice } from '../../../shared/messages.ts';
import type { Wifi, WifiNetwork } from '../wifi.ts';
import { ListRow, TextRow } from './rows.ts';
import { cmsPage, type DeskStep, type DeskTalk } from './steps.ts';

/** The Wi-Fi networks in reach; null: not scanned yet. This page comes first, as all other steps need a network. */
export function wifiPage(
  talk: DeskTalk,
  wifi: Wifi,
  networks: readonly WifiNetwork[] | null = null,
): DeskStep {
  const { words } = talk;
  const { say } = words;
  const found = networks ?? [];
  const signalOf = ({ signal }: WifiNetwork): string => words.share(signal / 100);
  const list = new ListRow<WifiNetwork | null>(words, [
    ...found.map((value) => ({
      label: value.name,
      value,
      group: value.isOpen ? say('setup.wifi.open', { signal: signalOf(value) }) : signalOf(value),
    })),
    { label: say('setup.wifi.without'), value: null, group: '' },
  ]);
  const looking: FormNotice = { tone: 'busy', text: say('setup.wifi.looking'), detail: '' };
  return {
    number: 1,
    title: say('setup.wifi.title'),
    rows: [list],
    back: null,
    notice: found.length === 0 ? looking : null,
    again: (next) => wifiPage(next, wifi, networks),
    ...(found.length === 0 ? { look: async () => wifiPage(talk, wifi, await wifi.networks()) } : {}),
    go: async () => {
      const { value } = list;
      if (value === undefined) return 'stay';
      if (value !== null && !value.isOpen) return passwordPage(talk, wifi, value.name, found);
      if (value !== null) await wifi.join(value.name, null);
      return cmsPage(talk);
    },
  };
}

function passwordPage(
  talk: DeskTalk,
  wifi: Wifi,
  name: string,
  networks: readonly WifiNetwork[],
  typed = '',
): DeskStep {
  const { words } = talk;
  const { say } = words;
  const password = new TextRow(words, {
    label: say('setup.wifi.password'),
    hint: say('setup.keys.hidden'),
    value: typed,
    isSecret: true,
  });
  return {
    number: 1,
    title: name,
    rows: [password],
    notice: null,
    back: () => wifiPage(talk, wifi, networks),
    again: (next) => passwordPage(next, wifi, name, networks, password.value),
    go: async () => {
      if (password.value === '') return 'stay';
      await wifi.join(name, password.value);
      return cmsPage(talk);
    },
  };
}
