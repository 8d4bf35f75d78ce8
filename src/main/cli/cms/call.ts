import type { CmsApi, RetryAfterStore } from '../../cms/api.ts';
import { createCmsFromConfig } from '../../cms/from-config.ts';
import { systemClock } from '../../ground/clock.ts';
import type { Invocation } from '../command.ts';

/** Runs one command against the configured CMS. It does not wait for the `Retry-After` of an earlier request. */
export async function withCms<Result>(
  { config, log }: Invocation,
  act: (cms: CmsApi) => Promise<Result>,
): Promise<Result> {
  const cms = createCmsFromConfig(config, { retryAfter: forgetful(), clock: systemClock, log });
  try {
    return await act(cms);
  } finally {
    cms.close();
  }
}

function forgetful(): RetryAfterStore {
  let until: number | null = null;
  return {
    until: () => until,
    set: (value) => {
      until = value;
    },
  };
}
