import { type Language, languageNames, languages } from '../../../shared/languages/language.ts';
import { message } from '../../../shared/languages/message.ts';
import type { Words } from '../../../shared/languages/words.ts';
import type { FormNotice, QrCode } from '../../../shared/messages.ts';
import {
  type Choice,
  findingName,
  type SetupAnswers,
  type SetupFinding,
  type SetupRequest,
} from '../../../shared/setup.ts';
import { VitrineError } from '../../ground/errors.ts';
import { qrCode } from '../qr.ts';
import { ListRow, PickRow, type Row, TextRow, ToldRow } from './rows.ts';

/** One page of setup by keyboard. */
export interface DeskStep {
  readonly number: number;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly notice: FormNotice | null;
  /** Leads to the next page; null: setup is done. `stay`: nothing was chosen. */
  readonly go: () => Promise<DeskStep | null | 'stay'>;
  /** The content of the QR code on this page. */
  readonly code?: QrCode;
  /** Leads on without a key; null: not yet. */
  readonly look?: () => Promise<DeskStep | null>;
  /** Null: Escape closes the form. */
  readonly back: (() => DeskStep) | null;
  /** The same page with another text; keeps what was typed. */
  readonly again: (talk: DeskTalk) => DeskStep;
}

export interface DeskTalk {
  readonly words: Words;
  readonly ask: <Act extends SetupRequest['act']>(
    ask: Extract<SetupRequest, { readonly act: Act }>,
  ) => Promise<SetupAnswers[Act]>;
  /** The values entered so far; changed by the pages. */
  readonly entries: DeskEntries;
}

export interface DeskEntries {
  url: string;
  token: string;
  isByLogin: boolean;
  clientId: string;
  clientSecret: string;
  rotation: Choice['rotation'];
  timeZone: string;
  language: Language;
  lists: SetupAnswers['connect'] | null;
  what: Pick<Choice, 'kind' | 'id'> | null;
  volume: number;
}

export function cmsPage(talk: DeskTalk): DeskStep {
  const { words, entries } = talk;
  const { say } = words;
  const url = new TextRow(words, {
    label: say('setup.cms.address'),
    hint: say('setup.cms.address.hint'),
    value: entries.url,
  });
  const token = new TextRow(words, {
    label: say('setup.cms.token'),
    hint: say('setup.keys.hidden'),
    value: entries.token,
    isSecret: true,
  });
  const id = new TextRow(words, { label: say('setup.login.client'), value: entries.clientId });
  const secret = new TextRow(words, {
    label: say('setup.login.secret'),
    hint: say('setup.keys.hidden'),
    value: entries.clientSecret,
    isSecret: true,
  });
  const way = new PickRow(
    say('setup.keys.access'),
    [
      { label: say('setup.cms.token'), value: false },
      { label: say('setup.keys.login'), value: true },
    ],
    entries.isByLogin,
    (isByLogin) => {
      entries.isByLogin = isByLogin;
    },
  );
  const keep = (): void => {
    entries.url = url.value.trim();
    entries.token = token.value.trim();
    entries.clientId = id.value.trim();
    entries.clientSecret = secret.value.trim();
  };
  return {
    number: 1,
    title: say('setup.cms.title'),
    notice: null,
    back: null,
    get rows() {
      return [url, way, ...(entries.isByLogin ? [id, secret] : [token])];
    },
    again: (next) => {
      keep();
      return cmsPage(next);
    },
    go: async () => {
      keep();
      if (entries.isByLogin) return loginPage(talk);
      if (entries.url === '' || entries.token === '') return 'stay';
      entries.lists = await talk.ask({ act: 'connect', url: entries.url, token: entries.token });
      entries.url = entries.lists.url;
      return whatPage(talk);
    },
  };
}

/** The user approves the login on another device: the form has no browser. */
async function loginPage(talk: DeskTalk): Promise<DeskStep | 'stay'> {
  const { words, entries } = talk;
  const { url, clientId, clientSecret } = entries;
  if (url === '' || clientId === '' || clientSecret === '') return 'stay';
  const { address, code } = await talk.ask({ act: 'login', url, clientId, clientSecret });
  if (code === null) throw new VitrineError('usage', message('login-by-phone'));
  return codePage({ words, entries, ask: talk.ask }, address, code);
}

function codePage(talk: DeskTalk, address: string, code: string): DeskStep {
  const { words, entries } = talk;
  const { say } = words;
  return {
    number: 1,
    title: say('setup.login.code'),
    rows: [new ToldRow(say('setup.keys.code'), code), new ToldRow(say('setup.login.open'), address)],
    notice: { tone: 'busy', text: say('setup.login.waits'), detail: '' },
    code: qrCode(address),
    back: () => cmsPage(talk),
    again: (next) => codePage(next, address, code),
    go: async () => 'stay',
    look: async () => {
      const { lists } = await talk.ask({ act: 'poll' });
      if (lists === null) return null;
      entries.lists = lists;
      entries.url = lists.url;
      return whatPage(talk);
    },
  };
}

function whatPage(talk: DeskTalk): DeskStep {
  const { words, entries } = talk;
  const { say } = words;
  const groups = [
    ['device', entries.lists?.devices ?? []],
    ['deviceGroup', entries.lists?.groups ?? []],
    ['playlist', entries.lists?.playlists ?? []],
  ] as const;
  const list = new ListRow(
    words,
    groups.flatMap(([kind, named]) =>
      named.map(({ id, name }) => ({
        label: name,
        value: { kind, id },
        group: say(`setup.what.${kind}`),
      })),
    ),
  );
  const none = groups.every(([, named]) => named.length === 0);
  return {
    number: 2,
    title: say('setup.what.title'),
    rows: [list],
    notice: none ? { tone: 'attention', text: say('setup.what.none'), detail: '' } : null,
    back: () => cmsPage(talk),
    again: whatPage,
    go: async () => {
      if (list.value === undefined) return 'stay';
      entries.what = list.value;
      return howPage(talk);
    },
  };
}

const rotations = [0, 90, 180, 270] as const;
const volumes = Array.from({ length: 21 }, (_, index) => index * 5);

function howPage(talk: DeskTalk): DeskStep {
  const { words, entries } = talk;
  const { say } = words;
  const rotation = new PickRow(
    say('setup.how.rotation'),
    rotations.map((value) => ({ label: say(`setup.how.rotation.${value}`), value })),
    entries.rotation,
    // Turn the screen at once, so that the user sees whether the choice is right.
    (value) => {
      entries.rotation = value;
    },
  );
  const volume = new PickRow(
    say('setup.how.volume'),
    volumes.map((value) => ({ label: words.share(value / 100), value })),
    entries.volume,
  );
  const zones = new Set([entries.timeZone, ...Intl.supportedValuesOf('timeZone')]);
  const zone = new PickRow(
    say('setup.how.zone'),
    [...zones].map((value) => ({ label: value.replaceAll('_', ' '), value })),
    entries.timeZone,
  );
  const language = new PickRow<Language>(
    say('setup.how.language'),
    languages.map((value) => ({ label: languageNames[value], value })),
    entries.language,
  );
  return {
    number: 3,
    title: say('setup.how.title'),
    rows: [rotation, volume, zone, language],
    notice: null,
    back: () => whatPage(talk),
    again: (next) => {
      entries.volume = volume.value ?? 100;
      entries.timeZone = zone.value ?? entries.timeZone;
      return howPage(next);
    },
    go: async () => {
      entries.volume = volume.value ?? 100;
      entries.timeZone = zone.value ?? entries.timeZone;
      entries.language = language.value ?? entries.language;
      if (entries.what === null) return 'stay';
      const { volume: loudness, rotation: turned, timeZone, language: chosen } = entries;
      const choice = { ...entries.what, volume: loudness, rotation: turned, timeZone, language: chosen };
      const { findings } = await talk.ask({ act: 'choose', ...choice });
      return checkPage(talk, findings);
    },
  };
}

/** A screen has no room for more in a size that is readable from the floor. */
const mostFindings = 3;

function checkPage(talk: DeskTalk, findings: readonly SetupFinding[]): DeskStep {
  const { say, message: inWords } = talk.words;
  const failed = findings.filter(({ result }) => result === 'fail');
  const warned = findings.filter(({ result }) => result === 'warn');
  const tone = failed.length > 0 ? 'dark' : warned.length > 0 ? 'attention' : 'well';
  const text = { dark: 'setup.check.fail', attention: 'setup.check.warn', well: 'setup.check.well' } as const;
  return {
    number: 4,
    title: say('setup.check.title'),
    notice: { tone, text: say(text[tone]), detail: '' },
    rows: [...failed, ...warned]
      .slice(0, mostFindings)
      .map(
        ({ check, message: found, remedy }) =>
          new ToldRow(
            say(findingName(check)),
            [found, ...(remedy === null ? [] : [remedy])].map((one) => inWords(one)).join(' '),
          ),
      ),
    back: () => howPage(talk),
    again: (next) => checkPage(next, findings),
    go: async () => {
      await talk.ask({ act: 'finish' });
      return null;
    },
  };
}
