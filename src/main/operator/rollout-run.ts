import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import { longestWhy, type Plan, replaces } from '../fleet/rollout.ts';
import { sleep } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { type DeskNeeds, RolloutDesk } from './rollout-desk.ts';
import { countsOf, judged } from './rollout-judge.ts';

export interface RunNeeds extends DeskNeeds {
  readonly signal: AbortSignal;
  /** Differs for each run of each console. */
  readonly by: string;
  report(sentence: Message): void;
  readonly random?: () => number;
}

const lookMs = 500;
const leastRestMs = 1_000;
const mostRestMs = 20_000;

/**
 * Runs a rollout to its end: judges, widens, stops. Decisions are in the plan on the broker and count once it is echoed, so that
 * of two consoles only the later one continues.
 */
export async function runRollout(needs: RunNeeds, first: RolloutDesk, plan: Plan): Promise<Plan> {
  const { signal, clock, report, random = Math.random } = needs;
  let mine = plan;
  let desk: RolloutDesk | null = first;
  const { silent } = first;
  while (!signal.aborted) {
    try {
      desk ??= await RolloutDesk.open(needs, silent);
      const open = desk;
      return await watchOver(needs, open, mine, (latest) => {
        mine = latest;
      });
    } catch (thrown) {
      const error = asVitrineError(thrown);
      await desk?.close();
      desk = null;
      if (signal.aborted) break;
      if (error.kind !== 'temporary') throw error;
      report(message('rollout.retry', { why: error.sentence }));
      await sleep(clock, leastRestMs + random() * (mostRestMs - leastRestMs), signal).catch(() => undefined);
    }
  }
  return mine;
}

async function watchOver(
  { clock, by, report, signal }: RunNeeds,
  desk: RolloutDesk,
  plan: Plan,
  onPlan: (plan: Plan) => void,
): Promise<Plan> {
  let mine = plan;
  let reported = '';
  /** Why this console ended the rollout. The plan has the reason in English only. */
  let ending: Message | null = null;
  const change = async (changes: Partial<Plan>): Promise<void> => {
    await desk.write({ ...mine, ...changes });
  };
  const rested = async (ms: number): Promise<void> => {
    await sleep(clock, ms, signal);
    desk.look();
  };
  for (;;) {
    const latest = desk.plan;
    if (latest === null || !replaces(latest, mine)) {
      // The broker lost the plan, or it was overwritten with garbage: restore ours.
      const lost = desk.isUnreadable ? 'rollout.unreadable' : 'rollout.forgotten';
      report(message(latest === null ? lost : 'rollout.older'));
      await rested(leastRestMs);
      // Another console may have written a plan in between.
      if (desk.plan === latest) await change({});
      continue;
    }
    if (latest.id !== mine.id) throw taken(message('rollout-taken.another'));
    onPlan(latest);
    mine = latest;
    const isOver = latest.state !== 'running';
    if (!isOver && latest.by !== by) throw taken(message('rollout-taken.other-runner'));
    const progress = desk.progress(mine);
    const verdict = judged(mine, progress, clock.now());
    const sentence: Message = isOver ? whyOver(mine, ending) : verdict.sentence;
    const text = inEnglish(sentence);
    if (text !== reported || isOver) {
      reported = text;
      report(sentence);
      await desk.publishProgress(mine, progress, sentence);
    }
    if (isOver) {
      await desk.close();
      return mine;
    }
    const settledAt = new Date(clock.now()).toISOString();
    if (verdict.is === 'stop') {
      const counts = countsOf(progress.all, progress.codes);
      const why = message('rollout.stopped', { why: sentence, counts });
      ending = why;
      await change({ state: 'stopped', why: whyText(why) });
    } else if (verdict.is === 'settle') await change({ settledAt });
    else if (verdict.is === 'next') await change({ step: mine.step + 1, settledAt: null });
    else if (verdict.is === 'done') {
      ending = sentence;
      await change({ state: 'done', why: whyText(sentence) });
    } else await rested(lookMs);
  }
}

const whyText = (why: Message): string => inEnglish(why).slice(0, longestWhy);

function whyOver({ why }: Plan, ending: Message | null): Message {
  if (why === null) return message('rollout.over');
  return ending !== null && whyText(ending) === why ? ending : message('verbatim', { text: why });
}

function taken(reason: Message): VitrineError {
  return new VitrineError('permanent', reason, { remedy: message('rollout-taken.look') });
}
