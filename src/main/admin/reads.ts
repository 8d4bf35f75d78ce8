import type { Context, Hono } from 'hono';
import { type Language, languageIn } from '../../shared/languages/language.ts';
import type { Clock } from '../ground/clock.ts';
import { costsOfThisProcess, metricsOf } from '../health/metrics.ts';
import { healthHistory } from '../report/health-history.ts';
import { reportHead, reportLines } from '../report/proof-day.ts';
import { exportedProof } from '../report/proof-export.ts';
import { json } from './json.ts';
import { levelIn, logLines } from './log-lines.ts';
import { metricsText, metricsType } from './metrics-text.ts';
import type { AdminPort } from './port.ts';
import { shared } from './shared.ts';

export interface ReadNeeds {
  readonly player: AdminPort;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Limits size and frequency for browsers. Programs on the control socket are not limited. */
  readonly isBounded: boolean;
}

/** Longer schedules are available on the control socket. */
const mostForWeb = 500;
/** Minimum time between screenshots of a screen, however many pages are open. */
const pictureEveryMs = 500;
/** Doctor queries the CMS and the browser: minimum time between two runs. */
const doctorEveryMs = 60_000;
/** Minimum time between two reports over weeks. */
const sumsEveryMs = 5_000;
/** Default number of health changes. */
const usualLog = 100;
const dayMs = 86_400_000;

/** Read-only routes, which are the same on every server. */
export function addReads(app: Hono, { player, dataDir, clock, isBounded }: ReadNeeds): void {
  const most = isBounded ? mostForWeb : Number.POSITIVE_INFINITY;
  const limitOf = (context: Context, usual = most): number | null => {
    const limit = Math.min(numberIn(context.req.query('limit')) ?? usual, most);
    return Number.isFinite(limit) ? limit : null;
  };
  const kept = (ms: number) => (isBounded ? { clock, ms } : null);
  const pictureOf = {
    whole: shared((screenId) => player.picture(screenId, 'whole'), kept(pictureEveryMs)),
    small: shared((screenId) => player.picture(screenId, 'small'), kept(pictureEveryMs)),
  };
  const doctor = shared(() => player.doctor(), kept(doctorEveryMs));
  const shown = shared((days) => player.shown(Number(days)), kept(sumsEveryMs));

  app.get('/api/status', async (context) => json(context, await player.status()));
  app.get('/api/settings', (context) => json(context, player.settings()));
  app.get('/api/health', (context) => json(context, player.health()));
  app.get('/api/health/log', async (context) =>
    json(context, healthHistory(await player.healthLog(limitOf(context, usualLog) ?? usualLog))),
  );
  app.get('/api/schedule', async (context) => {
    const { at = null, screen = null } = context.req.query();
    return json(context, await player.schedule(at, screen, limitOf(context)));
  });
  app.get('/api/day', async (context) => {
    const { day = null, screen = null } = context.req.query();
    return json(context, await player.day(day, screen));
  });
  app.get('/api/files', async (context) => json(context, await player.files()));
  app.get('/media/:name', (context) => player.media(context.req.raw));
  app.get('/api/shown', async (context) =>
    json(context, await shown(String(numberIn(context.req.query('days')) ?? 14))),
  );
  app.get('/api/proof.csv', (context) => {
    const days = numberIn(context.req.query('days')) ?? 31;
    return context.body(proofText(player, clock.now() - days * dayMs), 200, asFile('proof-of-play.csv'));
  });
  app.get('/api/proof-report.csv', (context) => {
    const days = numberIn(context.req.query('days')) ?? 31;
    const language = languageIn(context.req.query('language')) ?? 'en';
    const text = reportText(player, clock.now() - (days - 1) * dayMs, language);
    return context.body(text, 200, asFile('proof-report.csv'));
  });
  app.get('/api/log', async (context) => {
    const { level, text = '' } = context.req.query();
    const limit = limitOf(context, 200) ?? 200;
    return json(context, await logLines(dataDir, { level: levelIn(level), text, limit }));
  });
  app.get('/metrics', (context) => answerMetrics(context, player, clock));
  app.get('/api/doctor', async (context) => json(context, await doctor('')));
  app.get('/api/screens/:id/picture', async (context) => {
    const size = context.req.query('size') === 'small' ? 'small' : 'whole';
    const picture = await pictureOf[size](context.req.param('id'));
    return context.body(new Uint8Array(picture.bytes), 200, {
      'Content-Type': picture.mimeType,
      'Cache-Control': 'no-store',
    });
  });
}

export async function answerMetrics(context: Context, player: AdminPort, clock: Clock): Promise<Response> {
  const facts = { status: await player.status(), health: player.health(), now: clock.now() };
  const text = metricsText(metricsOf({ ...facts, ...costsOfThisProcess() }));
  return context.body(text, 200, { 'Content-Type': metricsType, 'Cache-Control': 'no-store' });
}

/** Fetches rows as the client reads them, so that a slow client costs no memory. */
function proofText(player: Pick<AdminPort, 'proofPage'>, since: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor = { at: since, sequence: -1 };
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const rows = await player.proofPage(cursor);
      const last = rows.at(-1);
      const [head = '', ...lines] = exportedProof(rows, 'csv');
      controller.enqueue(encoder.encode([...(isFirst ? [head] : []), ...lines].join('')));
      isFirst = false;
      if (last === undefined) controller.close();
      else cursor = { at: last.startedAt, sequence: last.sequence };
    },
  });
}

/** Whole days, the day of `since` too. */
function reportText(
  player: Pick<AdminPort, 'proofDay'>,
  since: number,
  language: Language,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = since;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(reportHead(language))),
    async pull(controller) {
      const day = await player.proofDay(next);
      if (day === null) return controller.close();
      next = day.until;
      controller.enqueue(encoder.encode([...reportLines(day, language)].join('')));
    },
  });
}

function asFile(name: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
}

function numberIn(text: string | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
}
