import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In a fresh clone vitest knows no times, and begins with the largest files. One that takes long and begins late has the
 * others wait for it: these come first. Each run of the tests names its slowest files.
 */
const longest = [
  'test/e2e/setup-again.display.test.ts',
  'test/host/chromium/lifecycle.display.test.ts',
  'test/fleet/page.display.test.ts',
  'test/e2e/screens.display.test.ts',
  'test/e2e/stage-odd-media.display.test.ts',
  'test/e2e/commands.display.test.ts',
  'test/e2e/zones.display.test.ts',
  'test/host/electron-like/update.display.test.ts',
  'test/packaging/packages.test.ts',
  'test/fleet/enrol.test.ts',
  'test/update/updates.test.ts',
  'test/faults/68-attacks-on-releases.test.ts',
  'test/faults/76-setup-refusals.test.ts',
  'test/media/describe.test.ts',
  'test/engine/stages.test.ts',
  'test/fleet/rollout.test.ts',
  'test/download/download.test.ts',
  'test/host/electron/inside.test.ts',
  'test/faults/77-page-from-the-network.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative('', moduleId));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
