import { isDeepStrictEqual } from 'node:util';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { createCms } from '../../../src/main/cms/client.ts';
import { personalToken } from '../../../src/main/cms/credentials.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { VitrineError } from '../../../src/main/ground/errors.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { judgeLogins } from './judge-login.ts';
import { type Row, rows } from './rows.ts';
import { readEverything, type WhatIsRead } from './what-is-read.ts';

export interface Verdict {
  readonly row: string;
  readonly variant: string;
  readonly outcome: string;
  /** Whether the outcome is the required one. */
  readonly asExpected: boolean;
}

const atOnce = 12;

/** Runs every row over real HTTP against its own demo CMS, each with the same content. */
export async function judgeAll(): Promise<readonly Verdict[]> {
  const baseline = await inDemo({ row: 'documented', variant: 'defaults' }, (_, read) => read());
  const verdicts: Verdict[] = [];
  // In parallel: some of them wait.
  for (let at = 0; at < rows.length; at += atOnce) {
    verdicts.push(...(await Promise.all(rows.slice(at, at + atOnce).map((row) => judge(row, baseline)))));
  }
  return [...verdicts, ...(await judgeWriting()), ...(await judgeLogins())];
}

async function judge(row: Row, baseline: WhatIsRead): Promise<Verdict> {
  const verdict = (outcome: string, asExpected: boolean): Verdict => ({
    row: row.row,
    variant: row.variant,
    outcome,
    asExpected,
  });
  try {
    const read = await inDemo(row, (_, readAll) => readAll());
    const differing = Object.entries(baseline).find(
      ([part, expected]) =>
        !(row.without as readonly string[] | undefined)?.includes(part) &&
        !isDeepStrictEqual(read[part as keyof WhatIsRead], expected),
    );
    if (differing) return verdict(`accepted, but reads other ${differing[0]}`, false);
    return verdict(
      row.without ? `accepted (without ${row.without.join(', ')})` : 'accepted',
      row.refusedAs === undefined,
    );
  } catch (error) {
    const code = error instanceof VitrineError ? error.code : String((error as Error).message);
    const reason = error instanceof VitrineError ? `${error.code}: ${error.message}` : code;
    return verdict(`refused, ${reason}`, code === row.refusedAs);
  }
}

type Reader = () => Promise<WhatIsRead>;

async function inDemo<Result>(
  row: Row,
  act: (demo: DemoCms, read: Reader) => Promise<Result>,
): Promise<Result> {
  const demo = await startDemoCms({ ...(row.variants ? { variants: row.variants } : {}) });
  const { raw } = row;
  if (raw) {
    demo.intercept = (request, response) => {
      if (!raw.path.test(request.url ?? '')) return false;
      response.writeHead(raw.status ?? 200, raw.headers).end(raw.body);
      return true;
    };
  }
  let until: number | null = null;
  const cms = createCms({
    baseUrl: demo.baseUrl,
    credentials: personalToken(demo.token),
    retryAfter: {
      until: () => until,
      set: (value) => {
        until = value;
      },
    },
    clock: systemClock,
    log: createLog(() => undefined),
    env: {},
    limits: { backoff: { firstMs: 1, mostMs: 2 } },
    ...(row.profile ? { profile: row.profile } : {}),
  });
  try {
    const result = await act(demo, () => readEverything(cms, demo));
    checkManners(demo);
    return result;
  } finally {
    cms.close();
    await demo.stop();
  }
}

/** For every shape: token and lists stay with their own origin. */
function checkManners(demo: DemoCms): void {
  for (const { side, path, headers } of demo.requests) {
    if (side === 'own') continue;
    if (headers.authorization !== undefined) throw new Error('the token went to another origin');
    if (path.startsWith('/api/')) throw new Error('a list was asked of another origin');
  }
}

/** The writing rows of the interface, with each undocumented answer. */
async function judgeWriting(): Promise<readonly Verdict[]> {
  const shapes: readonly Row[] = [
    ...(['put', 'post', 'both'] as const).map((updateMethod) => ({
      row: 'update a playlist',
      variant: updateMethod === 'post' ? 'by POST, set in the profile' : `updateMethod: ${updateMethod}`,
      variants: { updateMethod },
      ...(updateMethod === 'post' ? { profile: { updateMethod: 'POST' } as const } : {}),
    })),
    {
      row: 'update a playlist',
      variant: 'by POST only, not set',
      variants: { updateMethod: 'post' },
      refusedAs: 'cms-not-offered',
    },
    ...(['empty', 'record', 'message'] as const).map((deleteAnswer) => ({
      row: 'delete a playlist',
      variant: `deleteAnswer: ${deleteAnswer}`,
      variants: { deleteAnswer },
    })),
    ...(['bare', 'data'] as const).map((recordEnvelope) => ({
      row: 'create a playlist, a web page',
      variant: `recordEnvelope: ${recordEnvelope}`,
      variants: { recordEnvelope },
    })),
  ];
  const verdicts: Verdict[] = [];
  for (const shape of shapes) verdicts.push(await judgeWrite(shape));
  return verdicts;
}

async function judgeWrite(row: Row): Promise<Verdict> {
  const { row: name, variant } = row;
  try {
    const outcome = await inWriting(row);
    return { row: name, variant, outcome, asExpected: row.refusedAs === undefined && outcome === 'accepted' };
  } catch (error) {
    const code = error instanceof VitrineError ? error.code : 'not one of ours';
    return {
      row: name,
      variant,
      outcome: `refused, ${code}: ${(error as Error).message}`,
      asExpected: code === row.refusedAs,
    };
  }
}

async function inWriting(row: Row): Promise<string> {
  return inDemo(row, async (demo) => {
    const cms = createCms({
      baseUrl: demo.baseUrl,
      credentials: personalToken(demo.token),
      retryAfter: { until: () => null, set: () => undefined },
      clock: systemClock,
      log: createLog(() => undefined),
      env: {},
      ...(row.profile ? { profile: row.profile } : {}),
    });
    try {
      const made = await cms.createPlaylist({ name: 'Made', comment: 'here' });
      const changed = await cms.updatePlaylist(made.id, { name: 'Changed' });
      if (changed.name !== 'Changed' || changed.comment !== 'here')
        return 'accepted, but not changed as asked';
      await cms.deletePlaylist(made.id);
      if ((await cms.playlists()).records.some(({ id }) => id === made.id))
        return 'accepted, but not deleted';
      const page = await cms.addWebPage({ name: 'Page', url: 'https://example.com/' });
      return page.page?.address === 'https://example.com/' ? 'accepted' : 'accepted, but no web page';
    } finally {
      cms.close();
    }
  });
}
