import type { Message } from '../../../shared/languages/message.ts';
import type { InterruptGiven } from '../../interrupt/interrupt.ts';
import type { InterruptList, InterruptShown } from './interrupt-text.ts';

/** What actions need of the player. */
export interface ActionPort {
  syncNow(): Promise<unknown>;
  pauseSync(): Promise<unknown>;
  resumeSync(): Promise<unknown>;
  rollback(): Promise<{ readonly edition: string }>;
  /** `folder`: of releases; null: the configured address. */
  updateNow(folder: string | null): Promise<{ readonly sentence: Message }>;
  updateHold(held: boolean): Promise<{ readonly sentence: Message }>;
  overlay(visible: boolean): void;
  identify(kind: 'name' | 'test', seconds: number): { readonly screens: number };
  /** Resolves when it is on each display, or why not is known, within 3 s. */
  showInterrupt(given: InterruptGiven, by: Requester): Promise<InterruptShown>;
  listInterrupts(): InterruptList;
  /** Null: all. Returns how many have ended. */
  cancelInterrupts(id: string | null): number;
  acknowledgeInterrupt(id: string): void;
  display(): Displays;
  setDisplay(wanted: 'on' | 'off' | 'auto'): void;
  /** Throws while there is no browser. */
  renewBrowser(): Promise<void>;
  /** Answers how to end the player for a restart. Throws where nothing would restart it. */
  restart(): () => void;
  /** The same for a normal start: the count of failed starts is reset. Throws where the player is not in safe mode. */
  leaveSafeMode(): () => void;
  /** A small one; null: of the first screen. */
  picture(screenId: string | null): Promise<ScreenPicture>;
  changeSetting(name: string, given: SettingGiven, by: Requester): Promise<SettingsReport>;
  undoSetting(by: Requester): Promise<SettingsReport>;
  settings(): SettingsReport;
  /** Answers where the guide is. The show goes on. */
  setUpAgain(by: Requester): Promise<{ readonly address: string | null }>;
  /** Restarts the machine soon. Throws where that is not allowed. */
  restartMachine(by: Requester): Promise<void>;
  logs(lines: number): Promise<readonly string[]>;
  doctor(): Promise<unknown>;
  /** Throws when a channel fails. */
  testAlerts(): Promise<{ readonly sentence: Message }>;
}

/** Who has an action done, for the log. */
export type Requester =
  /** Another program on this machine, by the control socket. */
  | { readonly kind: 'terminal' }
  /** Somebody who has logged in to the page, from this address. */
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'fleet' | 'screen' };

/** `value`: null for the default. `text`: as typed at a terminal. */
export type SettingGiven = { readonly value: unknown } | { readonly text: string };

/** What people may change at the running player. */
export interface SettingsReport {
  readonly settings: readonly {
    readonly name: string;
    readonly control: unknown;
    /** The value that holds; null: the default. */
    readonly value: unknown;
    /** What holds by default; null: the CMS decides, or no limit. */
    readonly otherwise: unknown;
    readonly origin: { readonly kind: 'variable' | 'file' | 'chosen' | 'default'; readonly name?: string };
  }[];
  /** The last change, which can be undone; null: there is none. */
  readonly changed: {
    /** The setting, or `setup`. */
    readonly name: string;
    readonly before: unknown;
    readonly at: string;
    readonly by: Requester;
  } | null;
  /** Why CMS and content cannot be set up again from here. */
  readonly cannot: Message | null;
}

export interface ScreenPicture {
  readonly screenId: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface Displays {
  readonly screens: readonly { readonly id: string; readonly wanted: 'on' | 'off' }[];
  /** Null: the schedule decides. */
  readonly byHand: { readonly wanted: 'on' | 'off'; readonly until: string | null } | null;
  readonly switches: readonly {
    readonly name: string;
    readonly screenId: string | null;
    readonly state: string;
    readonly why: Message | null;
    readonly at: string;
  }[];
}

/** What decides whether an action can work now. This part is the status of the player; */
export interface StatusFacts {
  readonly sync: { readonly state: string };
  readonly update: { readonly state: string; readonly sentence: Message };
  readonly previousEdition: string | null;
  readonly screens: readonly unknown[];
  readonly display: Displays;
}

/** the rest is known without the engine. */
export interface MainFacts {
  readonly isInSafeMode: boolean;
  readonly hasBrowser: boolean;
  readonly showsOverlay: boolean;
  /** A channel for alerts is configured. */
  readonly hasAlerts: boolean;
  readonly hasInterrupts: boolean;
  /** Something would start the player again. */
  readonly canRestart: boolean;
  /** What names CMS and content, if setup cannot change it. */
  readonly setupFixedBy: { readonly kind: 'file' | 'variable'; readonly name: string } | null;
  /** The configuration names a program that restarts the machine. */
  readonly canRestartMachine: boolean;
}

export type Facts = StatusFacts & MainFacts;
