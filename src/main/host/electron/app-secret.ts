import { randomBytes } from 'node:crypto';
import { appAddress } from './address.ts';

/**
 * Where the app and its media begin, anew at each start. A page cannot know it: by whether a picture loads it could
 * otherwise tell which media this player has.
 */
export const appStart = `${appAddress}${randomBytes(24).toString('base64url')}/`;
