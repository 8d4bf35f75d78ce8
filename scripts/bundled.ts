// `node --import scripts/bundled.ts src/main/index.ts`: the sources without a build.
import { asBundled } from './bundler.ts';

asBundled();
