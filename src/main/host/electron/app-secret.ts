import { randomBytes } from 'node:crypto';
import { appAddress } from './address.ts';

/**
 * The base address of app and media, new at each start. A page that knew it could test with an image which media this
 * player has.
 */
export const appStart = `${appAddress}${randomBytes(24).toString('base64url')}/`;
