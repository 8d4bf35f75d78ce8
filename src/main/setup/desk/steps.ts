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
  /** Leads to the next page; null: to none, as all is done. `stay`: nothing was chosen. */
  readonly go: () => Promise<DeskStep | null | 'stay'>;
  /** What a phone's camera reads here. */
  readonly code?: QrCode;
  /** Leads on by itself; null: not yet. */
  readonly look?: () => Promise<DeskStep | null>;
  /** Null: back is out. */
  readonly back: (() => DeskStep) | null;
  /** The same page in other words, with what was typed there so far. */
  readonly again: (talk: DeskTalk) => DeskStep;
}

export interface DeskTalk {
  readonly words: Words;
  readonly ask: <Act extends SetupRequest['act']>(
    ask: Extract<SetupRequest, { readonly act: Act }>,
  ) => Promise<SetupAnswers[Act]>;
  /** What is told so far; changed by the pages. */
  readonly told: DeskTold;
}

export interface DeskTold {
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
  const { words, told } = talk;
  const { say } = words;
  const url = new TextRow(words, {
    label: say('setup.cms.address'),
    hint: say('setup.cms.address.hint'),
    value: told.url,
  });
  const token = new TextRow(words, {
    label: say('setup.cms.token'),
    hint: say('setup.keys.hidden'),
    value: told.token,
    isSecret: true,
  });
  const id = new TextRow(words, { label: say('setup.login.client'), value: told.clientId });
  const secret = new TextRow(words, {
    label: say('setup.login.secret'),
    hint: say('setup.keys.hidden'),
    value: told.clientSecret,
    isSecret: true,
  });
  const way = new PickRow(
    say('setup.keys.access'),
    [
      { label: say('setup.cms.token'), value: false },
      { label: say('setup.keys.login'), value: true },
    ],
    told.isByLogin,
    (isByLogin) => {
      told.isByLogin = isByLogin;
    },
  );
  const keep = (): void => {
    told.url = url.value.trim();
    told.token = token.value.trim();
    told.clientId = id.value.trim();
    told.clientSecret = secret.value.trim();
  };
  return {
    number: 1,
    title: say('setup.cms.title'),
    notice: null,
    back: null,
    get rows() {
      return [url, way, ...(told.isByLogin ? [id, secret] : [token])];
    },
    again: (next) => {
      keep();
      return cmsPage(next);
    },
    go: async () => {
      keep();
      if (told.isByLogin) return loginPage(talk);
      if (told.url === '' || told.token === '') return 'stay';
      told.lists = await talk.ask({ act: 'connect', url: told.url, token: told.token });
      told.url = told.lists.url;
      return whatPage(talk);
    },
  };
}

/** Somebody approves with any other device: there is no browser here. */
async function loginPage(talk: DeskTalk): Promise<DeskStep | 'stay'> {
  const { words, told } = talk;
  const { url, clientId, clientSecret } = told;
  if (url === '' || clientId === '' || clientSecret === '') return 'stay';
  const { address, code } = await talk.ask({ act: 'login', url, clientId, clientSecret });
  if (code === null) throw new VitrineError('usage', message('login-by-phone'));
  return codePage({ words, told, ask: talk.ask }, address, code);
}

function codePage(talk: DeskTalk, address: string, code: string): DeskStep {
  const { words, told } = talk;
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
      told.lists = lists;
      told.url = lists.url;
      return whatPage(talk);
    },
  };
}

function whatPage(talk: DeskTalk): DeskStep {
  const { words, told } = talk;
  const { say } = words;
  const groups = [
    ['device', told.lists?.devices ?? []],
    ['deviceGroup', told.lists?.groups ?? []],
    ['playlist', told.lists?.playlists ?? []],
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
      told.what = list.value;
      return howPage(talk);
    },
  };
}

const rotations = [0, 90, 180, 270] as const;
const volumes = Array.from({ length: 21 }, (_, index) => index * 5);

function howPage(talk: DeskTalk): DeskStep {
  const { words, told } = talk;
  const { say } = words;
  const rotation = new PickRow(
    say('setup.how.rotation'),
    rotations.map((value) => ({ label: say(`setup.how.rotation.${value}`), value })),
    told.rotation,
    // The person sees at once whether that is how it hangs.
    (value) => {
      told.rotation = value;
    },
  );
  const volume = new PickRow(
    say('setup.how.volume'),
    volumes.map((value) => ({ label: words.share(value / 100), value })),
    told.volume,
  );
  const zones = new Set([told.timeZone, ...Intl.supportedValuesOf('timeZone')]);
  const zone = new PickRow(
    say('setup.how.zone'),
    [...zones].map((value) => ({ label: value.replaceAll('_', ' '), value })),
    told.timeZone,
  );
  const language = new PickRow<Language>(
    say('setup.how.language'),
    languages.map((value) => ({ label: languageNames[value], value })),
    told.language,
  );
  return {
    number: 3,
    title: say('setup.how.title'),
    rows: [rotation, volume, zone, language],
    notice: null,
    back: () => whatPage(talk),
    again: (next) => {
      told.volume = volume.value ?? 100;
      told.timeZone = zone.value ?? told.timeZone;
      return howPage(next);
    },
    go: async () => {
      told.volume = volume.value ?? 100;
      told.timeZone = zone.value ?? told.timeZone;
      told.language = language.value ?? told.language;
      if (told.what === null) return 'stay';
      const { volume: loudness, rotation: turned, timeZone, language: chosen } = told;
      const choice = { ...told.what, volume: loudness, rotation: turned, timeZone, language: chosen };
      const { findings } = await talk.ask({ act: 'choose', ...choice });
      return checkPage(talk, findings);
    },
  };
}

/** A screen has no room for more at a size that is read from the floor. */
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
