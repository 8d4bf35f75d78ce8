import { loadConfig } from '../../src/main/config/config.ts';

/** The look of a screen without configuration. */
export const openLook = loadConfig({ noFile: true, env: {} }).screen;
