import { loadConfig } from '../../src/main/config/config.ts';

/** Of a screen for which the configuration settles nothing. */
export const openLook = loadConfig({ noFile: true, env: {} }).screen;
