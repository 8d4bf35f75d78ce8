import { hostname } from 'node:os';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Standby } from '../../shared/messages.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';
import type { Edition } from '../edition/edition.ts';
import type { Clock } from '../ground/clock.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { Programmer } from './programmer.ts';
import type { EngineData } from './protocol.ts';
import { Since } from './since.ts';
import type { Stages } from './stages.ts';
import { standbyFor } from './standby.ts';
import { moment } from './standby-lines.ts';

interface StandbyNowNeeds {
  readonly clock: Clock;
  readonly stages: Pick<Stages, 'store' | 'sync' | 'unconfigured'>;
  readonly programmer: Pick<Programmer, 'state'>;
}

/** The standby screen for the present state of the engine, and since when it has had its title. */
export class StandbyNow {
  readonly #needs: StandbyNowNeeds;
  readonly #since: Since;

  constructor(needs: StandbyNowNeeds) {
    this.#needs = needs;
    this.#since = new Since(needs.clock);
  }

  /** `heldBack`: the update that the screens wait for while another show goes on. */
  now({ config, configMistake }: EngineData, assignee: Assignee | null, heldBack: Edition | null): Standby {
    const { store, sync, unconfigured } = this.#needs.stages;
    const { zone, distrust } = this.#needs.programmer.state;
    const show = store.show();
    const awaited = heldBack && { edition: heldBack, complete: true };
    const { assignment } = config;
    const words = wordsOf(shopLanguage(config.language));
    const standby = standbyFor({
      language: words.language,
      name: config.name ?? assignee?.name ?? nameIn(assignment) ?? hostname(),
      unconfigured: unconfigured?.report ?? null,
      sync: sync?.status() ?? null,
      show: awaited ?? show,
      unplayable:
        show === null || awaited !== null ? [] : unplayable(show.edition, store.holdings(show.edition)),
      disk: store.health().state,
      assignment: assignment && { ...assignment, ref: assignee?.name ?? assignment.ref },
      cmsUrl: config.cms.url,
      configMistake,
      zone: distrust === null ? zone : null,
    });
    // In minutes, so that another millisecond is no change.
    const since = this.#since.of(standby.title);
    const time = distrust === null ? moment(since, { words, zone }) : null;
    return { ...standby, since: time === null ? null : words.say('stage.since', { time }) };
  }
}

/** A reference of digits is an id, which is no name for a screen. */
function nameIn(assignment: Assignment | null): string | null {
  return assignment === null || /^\d+$/.test(assignment.ref) ? null : assignment.ref;
}
