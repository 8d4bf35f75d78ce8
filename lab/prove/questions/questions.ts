import type { Page } from 'playwright-core';

/** The player's state at the question. */
export type Situation =
  | 'open'
  | 'well'
  | 'owner'
  | 'coming'
  | 'arrived'
  | 'paused'
  | 'off'
  | 'offline'
  | 'closed'
  | 'dark'
  | 'nothing';

export interface Question {
  readonly text: string;
  readonly in: Situation;
  /** The taps, in order, from the page as it opens. */
  readonly taps: readonly ((page: Page) => ReturnType<Page['locator']>)[];
  /** The place of the answer then. */
  readonly at: string;
  /** The expected answer. */
  readonly says: RegExp;
}

const tab = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true });
const entry = (name: string) => (page: Page) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const link = (name: RegExp) => (page: Page) => page.getByRole('link', { name });
const setting = (name: string) => `.setting:has(:is(label, h2):text-is("${name}"))`;
const hours = setting('Opening hours');
const clock = String.raw`\d\d:\d\d`;

/** Questions of shop owners and operators. */
export const questions: readonly Question[] = [
  ask('What is on the screen right now?', [], '.screen', /\S+\n+(Image|Video|Web page) · since/),
  ask('What comes next, and when?', [], '.next', new RegExp(`${clock}:\\d\\d`)),
  ask('Is everything all right?', [], '.verdict', /“Opening film” cannot be shown/),
  ask('Is everything all right?', [], '.verdict', /All is well/, 'well'),
  ask('Is it up to date?', [], '.side', /Up to date with the CMS/),
  ask('Since when is this show on?', [], '.side', new RegExp(`On air since\\s+${clock}`)),
  ask('Which playlist does it play, of which device of the CMS?', [], '.side', /Welcome[\s\S]*Demo screen/),
  ask('Will it switch itself off tonight, and when?', [], '.screen', new RegExp(`Switches off: .*${clock}`)),
  ask('Why is there no sound?', [], '.screen', /On the tide[^\n]*\n+Video · since [\d:]+ · volume 100 ?%/),
  ask('Is there room on the disk?', [], '.side', /Free space\s+[\d.,]+ GB/),
  ask('When was it last restarted?', [], '.side', new RegExp(`Running since\\s+${clock}`)),
  ask(
    'When was “Scarves” last shown?',
    [tab('Proof of play')],
    '.view tr:has-text("Scarves, two for one") td:last-child',
    new RegExp(clock),
  ),
  ask(
    'How often was it shown today?',
    [tab('Day'), entry('Scarves, two for one')],
    'dialog',
    /Played\s+(once|\d+ times)/,
  ),
  ask(
    'Why does it not show my “Sunday brunch”?',
    [tab('Day'), entry('Sunday brunch')],
    'dialog',
    /only on [\s\S]*tick the day/,
  ),
  ask(
    'Why does it not show my “Opening film”?',
    [link(/cannot be shown/)],
    '.view',
    /Opening film\s+.*H\.264/,
  ),
  ask(
    'When will “Spring sale” be shown for the first time?',
    [tab('Day'), entry('Spring sale')],
    'dialog',
    /starts on/,
  ),
  ask('Where is my “Black Friday”?', [tab('Day'), entry('Black Friday')], 'dialog', /ended on/),
  ask(
    'How long will “Gift vouchers” go on?',
    [tab('Day'), entry('Gift vouchers')],
    'dialog',
    /Schedule\s+until \d+ \w+ \d{4}/,
  ),
  ask('What plays tomorrow?', [tab('Day'), link(/Next day/)], '.view', /Scarves, two for one/),
  ask('Was it dark this week?', [tab('Proof of play')], '.view', /Available [\d.]+ ?% of the time/),
  ask(
    'What do I send to support?',
    [tab('Problems')],
    '.view',
    /Support[\s\S]*Download support bundle/,
    'owner',
  ),
  ask(
    'What must I do about it?',
    [link(/Show problems/)],
    '.view',
    /cannot be shown\.\s+[\s\S]*Replace the file/,
  ),
  ask(
    'Is the token good, is the clock right?',
    [tab('Problems'), button('Run diagnostics')],
    '.view',
    /The CMS accepts the token[\s\S]*time zone UTC/,
  ),
  ask(
    'How do I switch the display off at night?',
    [tab('Settings')],
    hours,
    /Only during opening hours/,
    'owner',
  ),
  ask(
    'What are the hours on the holiday?',
    [tab('Settings')],
    hours,
    /Exceptions[\s\S]*2026-12-24[\s\S]*09:00[\s\S]*13:00/,
    'owner',
  ),
  ask('How do I change the volume?', [tab('Settings')], setting('Volume'), /Volume[\s\S]*30\s?%/, 'owner'),
  ask(
    'Who made it so quiet, and when?',
    [tab('Settings')],
    '.view',
    new RegExp(`Last change: Volume, ${clock}, at the terminal`),
    'owner',
  ),
  ask('What is this screen called?', [tab('Settings')], setting('Name of this player'), /Window 3/, 'owner'),
  ask(
    'Who is logged in?',
    [tab('Settings')],
    '.view',
    /Active sessions[\s\S]*last seen[\s\S]*last seen/,
    'owner',
  ),
  ask('How do I log the others out?', [tab('Settings')], '.view', /Log out all others/, 'owner'),
  ask(
    'How do I play from another CMS?',
    [tab('Settings')],
    '.view',
    /CMS and content[\s\S]*Set up again/,
    'owner',
  ),
  ask('How do I restart it?', [], '.side', /Restart player/, 'owner'),
  ask('Is my new poster here already?', [], '.side', /Downloading new content: 1 file left/, 'coming'),
  ask('How far is it?', [tab('Files')], '.view', /Winter poster\s+[\d.,]+ \w+ of [\d.,]+ MB/, 'coming'),
  ask(
    'Is my new poster here already?',
    [tab('Files')],
    '.view',
    /Stored on this player[\s\S]*Winter poster/,
    'arrived',
  ),
  ask(
    'Why does my change not arrive?',
    [],
    '.verdict',
    /Content updates have been paused manually/,
    'paused',
  ),
  ask('How do I let changes in again?', [], '.side', /Resume content updates/, 'paused'),
  ask(
    'Why is the screen black?',
    [],
    '.verdict',
    new RegExp(`switched off manually and will stay off until (?:tomorrow, )?${clock}`),
    'off',
  ),
  ask('How do I switch it on again?', [], '.side', /Switch displays on/, 'off'),
  ask('Why does nothing play?', [], '.verdict', /No playlist is assigned to this player/, 'nothing'),
  ask(
    'What must I do so that something plays?',
    [link(/Show problems/)],
    '.view',
    /Assign a playlist to this screen/,
    'nothing',
  ),
  ask(
    'Since when is the internet gone?',
    [],
    '.side',
    new RegExp(`Sync with the CMS failed\\. Last success: ${clock}`),
    'offline',
  ),
  ask('Does it play on without the internet?', [], '.side', /keeps playing/, 'offline'),
  ask(
    'Why is the screen black?',
    [],
    '.screen',
    new RegExp(`Off as scheduled[\\s\\S]*Switches on: .*${clock}`),
    'closed',
  ),
  ask('Why is the screen black?', [], '.verdict', /Display 1 of screen 1 is not connected/, 'dark'),
  ask(
    'What can I do about it?',
    [link(/Show problems/)],
    '.view',
    /cable|restart the machine|brings it back/,
    'dark',
  ),
];

function ask(
  text: string,
  taps: Question['taps'],
  at: string,
  says: RegExp,
  situation: Situation = 'open',
): Question {
  return { text, in: situation, taps, at, says };
}
