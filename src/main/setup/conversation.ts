import * as v from 'valibot';
import { languages } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import type { SetupAccess, SetupAnswers, SetupProgress, SetupRequest } from '../../shared/setup.ts';
import type { Config } from '../config/config.ts';
import type { Values } from '../config/written.ts';
import { systemZone } from '../edition/system-zone.ts';
import { isTimeZone } from '../edition/zone.ts';
import { VitrineError } from '../ground/errors.ts';
import { redirectUriOf } from '../net/loopback.ts';
import type { Draft } from './draft.ts';

/** The requests that a phone may send after setup. */
export interface Lead {
  set(name: string, value: unknown): Promise<unknown>;
  open(): Promise<SetupAccess>;
}

interface ConversationNeeds {
  /** Null: setup is not done. */
  readonly lead: Lead | null;
  readonly config: Pick<Config, 'cms' | 'timeZone'>;
  readonly name: string;
  readonly draft: Draft;
  readonly signal: AbortSignal;
  readonly apply: (values: Values, config: Config) => Promise<void>;
  readonly progress: () => Promise<SetupProgress>;
  readonly isAgain: boolean;
  readonly cancel: () => Promise<void>;
  /** The setup screen must be redrawn. */
  readonly changed: () => void;
}

const text = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
const address = text(2000);
const secret = text(16 * 1024);

const asks = v.variant('act', [
  v.strictObject({ act: v.literal('look') }),
  v.strictObject({ act: v.literal('connect'), url: address, token: secret }),
  v.strictObject({ act: v.literal('login'), url: address, clientId: text(500), clientSecret: secret }),
  v.strictObject({ act: v.literal('redeem'), address }),
  v.strictObject({ act: v.literal('poll') }),
  v.strictObject({
    act: v.literal('choose'),
    kind: v.picklist(['playlist', 'device', 'deviceGroup']),
    id: text(200),
    rotation: v.picklist([0, 90, 180, 270]),
    volume: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
    timeZone: v.pipe(text(100), v.check(isTimeZone)),
    language: v.picklist(languages),
  }),
  v.strictObject({ act: v.literal('enrol'), enrolment: secret }),
  v.strictObject({ act: v.literal('finish') }),
  v.strictObject({ act: v.literal('cancel') }),
  v.strictObject({ act: v.literal('progress') }),
  v.strictObject({ act: v.literal('set'), name: v.picklist(['name', 'screen.hours']), value: text(100) }),
  v.strictObject({ act: v.literal('open') }),
]);

export function parseAsk(text: string): SetupRequest {
  const parsed = v.safeParse(asks, JSON.parse(text));
  if (parsed.success) return parsed.output;
  throw new VitrineError('usage', message('setup-not-understood'));
}

/** Handles a request of the phone's page or of the form at the screen. */
export async function answerTo(
  ask: SetupRequest,
  needs: ConversationNeeds,
): Promise<SetupAnswers[SetupRequest['act']]> {
  const { config, name, draft, signal } = needs;
  switch (ask.act) {
    case 'look':
      return {
        name,
        url: config.cms.url ?? '',
        timeZone: config.timeZone ?? systemZone(),
        isAgain: needs.isAgain,
        redirectUri: redirectUriOf(config.cms.oauth?.redirectPort ?? 8787),
      };
    case 'connect':
      return draft.connect(ask.url, ask.token);
    case 'login':
      return draft.begin(ask.url, ask);
    case 'poll':
      return { lists: await draft.poll() };
    case 'redeem':
      return draft.redeem(ask.address);
    case 'choose': {
      const { act: _, ...choice } = ask;
      const findings = draft.choose(choice, signal);
      needs.changed();
      return { findings: await findings };
    }
    case 'enrol':
      return { fleet: draft.enrol(ask.enrolment) };
    case 'finish': {
      const { values, config: chosen, takeBack } = await draft.finish();
      await needs.apply(values, chosen).catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      return {};
    }
    case 'cancel':
      await needs.cancel();
      return {};
    case 'progress':
      return needs.progress();
    case 'set':
      await led(needs).set(ask.name, ask.name === 'name' ? ask.value : { daily: ask.value });
      return {};
    case 'open':
      return led(needs).open();
  }
}

function led({ lead }: ConversationNeeds): Lead {
  if (lead !== null) return lead;
  throw new VitrineError('usage', message('setup-not-understood'));
}
