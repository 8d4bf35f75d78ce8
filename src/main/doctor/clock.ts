import { message, verbatim } from '../../shared/languages/message.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';
import { distrust } from '../schedule/trust.ts';

/** `cmsDate`: the CMS's clock if the CMS could be reached. `zone`: null if unknown. */
export function checkClock(now: number, cmsDate: number | null, zone: string | null): Finding {
  const shown = new Date(now).toISOString();
  const remedy = message('doctor.clock.synchronise');
  const why = distrust(now, 0, cmsDate === null ? null : { date: cmsDate, sinceBoot: 0 });
  if (why === 'before-2025') return warn('clock', message('doctor.clock.too-early', { shown }), remedy);
  if (why === 'contradicted' && cmsDate !== null) {
    const there = new Date(cmsDate).toISOString();
    return warn('clock', message('doctor.clock.contradicted', { shown, there }), remedy);
  }
  return ok('clock', zone === null ? verbatim(shown) : message('doctor.clock.right', { shown, zone }));
}
