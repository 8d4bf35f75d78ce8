import { describeHostContract } from '../contract.ts';
import { chromiumRig } from './rig.ts';

describeHostContract('Chromium', (parts) => chromiumRig(parts));
