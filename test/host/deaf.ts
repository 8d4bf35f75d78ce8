import type { HostEvents } from '../../src/main/host/host.ts';

const nothing = (): void => undefined;

/** Hears nothing of what a host tells; a test takes it and puts in what it is about. */
export const deaf: HostEvents = {
  message: nothing,
  gone: nothing,
  hung: nothing,
  displaysChanged: nothing,
  woke: nothing,
  ended: nothing,
};
