import type { Message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Alert } from './alert.ts';

export type ChannelName = 'webhook' | 'mail';

/** One way to send alerts. */
export interface Channel {
  readonly name: ChannelName;
  /** Resolves with the answer of the other side. Rejects with a VitrineError that contains no secret. Ends when `over` is aborted. */
  send(alert: Alert, over: AbortSignal): Promise<Message>;
}

export interface ChannelNeeds {
  readonly settings: Config['alerts'];
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
}

export const channelNames = ({ webhook, mail }: Config['alerts']): readonly ChannelName[] => [
  ...(webhook === null ? [] : (['webhook'] as const)),
  ...(mail === null ? [] : (['mail'] as const)),
];

/** How long the other side may take for each step. */
export const longestStepMs = 20_000;
