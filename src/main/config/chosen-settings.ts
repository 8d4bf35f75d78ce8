import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import type { Requester, SettingGiven } from '../actions/table/port.ts';
import { plainHours, readHours, type WrittenHours } from '../edition/hours.ts';
import { VitrineError } from '../ground/errors.ts';
import type { FileSystem } from '../ground/fs.ts';
import { Serial } from '../ground/serial.ts';
import { type Config, type ConfigSources, type Origin, originsOf, readConfig } from './config.ts';
import { type Control, settings } from './list.ts';
import { mistakeOf } from './mistake.ts';
import { type Change, changeIn, readSetup, withChange, writeSetup } from './setup-file.ts';
import { isObject, type Values, valueAt, withValue } from './written.ts';

interface ChosenSettingsNeeds {
  readonly sources: ConfigSources;
  readonly dataDir: string;
  readonly fs: FileSystem;
  /** Wall clock. */
  now(): number;
  /** Makes the player use it, once it is on the disk. */
  use(config: Config): Promise<void>;
}

/** A setting as its editor needs it. */
export interface SettingNow {
  readonly name: PageSetting;
  readonly control: Control;
  readonly value: unknown;
  readonly origin: Origin;
}

/** Setup as one change among those of the settings. */
export const wholeSetup = 'setup';
/** What names the CMS and its content: another setup replaces all of it. */
const source = ['cms', 'playlist', 'device', 'deviceGroup'];

/** Owner of setup.json while the player runs: one change after the other, each written before it is used. */
export class ChosenSettings {
  readonly #needs: ChosenSettingsNeeds;
  readonly #line = new Serial();

  constructor(needs: ChosenSettingsNeeds) {
    this.#needs = needs;
  }

  now(config: Config): readonly SettingNow[] {
    const origin = originsOf(this.#needs.sources, this.#read());
    return pageSettings.map((name) => ({
      name,
      control: settingCalled(name).control,
      value: plain(valueAt(config as unknown as Values, name)),
      origin: origin(name),
    }));
  }

  /** What names CMS and content, if setup cannot change it. */
  get sourceFixedBy(): Extract<Origin, { readonly name: string }> | null {
    const origin = originsOf(this.#needs.sources, {});
    const origins = ['cms.url', 'playlist', 'device', 'deviceGroup'].map(origin);
    return origins.find((one) => 'name' in one) ?? null;
  }

  /** Null: there is nothing to undo. */
  get lastChange(): Change | null {
    return changeIn(this.#read());
  }

  change(name: string, given: SettingGiven, by: Requester): Promise<void> {
    return this.#line.run(async () => {
      const before = this.#read();
      const setting = settingCalled(name);
      const origin = originsOf(this.#needs.sources, before)(name);
      if (origin.kind === 'file' || origin.kind === 'variable')
        throw new VitrineError('usage', message(`setting-fixed.${origin.kind}`, { name: origin.name }));
      const read = v.safeParse(
        setting.schema,
        'text' in given ? meant(given.text, setting.control) : given.value,
      );
      if (!read.success)
        throw new VitrineError(
          'usage',
          message('setting-invalid', { setting: name, mistake: mistakeOf(read.issues[0]) }),
        );
      await this.#write(withValue(before, name, read.output ?? undefined), before, name, by);
    });
  }

  /** Another CMS, account or assignment, with the other choices of setup. */
  replace(values: Values, by: Requester | null): Promise<void> {
    return this.#line.run(async () => {
      const before = this.#read();
      const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !source.includes(name)));
      const screen = {
        ...(isObject(kept.screen) ? kept.screen : {}),
        ...(isObject(values.screen) ? values.screen : {}),
      };
      const next = { ...kept, ...values, screen };
      // Back to no setup at all is nowhere to go back to.
      await ((valueAt(before, 'cms.url') ?? null) === null
        ? this.#use(next)
        : this.#write(next, before, wholeSetup, by));
    });
  }

  /** Takes the last change back, once. */
  undo(): Promise<Change> {
    return this.#line.run(async () => {
      const change = changeIn(this.#read());
      if (change === null) throw new VitrineError('usage', message('nothing-to-undo'));
      await this.#use(change.before);
      return change;
    });
  }

  /** An unusable file counts as empty: it is set aside at the start. */
  #read(): Values {
    return readSetup(this.#needs.dataDir).values;
  }

  async #write(next: Values, before: Values, name: string, by: Requester | null): Promise<void> {
    const at = new Date(this.#needs.now()).toISOString();
    await this.#use(withChange(next, { name, before, at, by }));
  }

  async #use(values: Values): Promise<void> {
    const { sources, dataDir, fs, use } = this.#needs;
    const { config, mistake } = readConfig({ ...sources, setup: values });
    if (config === null || mistake !== null) throw mistake;
    await writeSetup(fs, dataDir, values);
    await use(config);
  }
}

/** Before a player has reported its values: what an editor of a whole fleet begins with. */
export function unsetSettings(): readonly (SettingNow & { readonly otherwise: null })[] {
  return pageSettings.map((name) => ({
    name,
    control: settingCalled(name).control,
    value: null,
    otherwise: null,
    origin: { kind: 'default' },
  }));
}

function settingCalled(name: string) {
  const isOnPage = pageSettings.some((each) => each === name);
  const setting = isOnPage ? settings.find((each) => each.name === name) : undefined;
  if (setting !== undefined) return setting;
  throw new VitrineError(
    'usage',
    message('setting-unknown', { setting: name, settings: pageSettings.join(', ') }),
  );
}

/** Hours are edited day by day, however they were written. */
function plain(value: unknown): unknown {
  if (!isObject(value)) return value ?? null;
  const hours = readHours(value as WrittenHours);
  return hours === null ? value : plainHours(hours);
}

/** What a text of the terminal means as a value. */
function meant(text: string, control: Control): unknown {
  if (text === 'default') return null;
  if (control.kind === 'hours') return object(text);
  const isNumber =
    control.kind === 'number' || (control.kind === 'choice' && typeof control.options[0] === 'number');
  return isNumber && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text;
}

/** Other text stays text, and the schema reports it. */
function object(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * What people may change at the running player, in the order in which its page shows it. Control and bounds come from the schema of
 * the setting.
 */
export const pageSettings = [
  'name',
  'screen.hours',
  'screen.volume',
  'screen.rotation',
  'timeZone',
  'language',
] as const;

type PageSetting = (typeof pageSettings)[number];
