import { describeHostContract } from '../contract.ts';
import { likeRig } from './rig.ts';

describeHostContract('Electron, made of the real Chromium', (parts) => likeRig(parts));
