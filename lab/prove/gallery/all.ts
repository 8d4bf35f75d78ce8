import { console } from './console.ts';
import { fleetPage } from './fleet-page.ts';
import { setup } from './setup.ts';
import { stage } from './stage.ts';
import type { Gallery } from './state.ts';
import { statusPage } from './status-page.ts';

/** The parts of the gallery, by the folder of their pictures. */
export const galleries: Readonly<Record<string, () => Promise<Gallery>>> = {
  'status-page': statusPage,
  setup,
  stage,
  'fleet-page': fleetPage,
  console,
};

export { languages } from '../../../src/shared/languages/language.ts';
export { faultsOf } from '../../../test/e2e/support/sight.ts';
