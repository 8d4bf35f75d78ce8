import type { Host } from '../../../src/main/host/host.ts';

/** These stages never report that they have painted: their windows are visible as soon as they exist. */
export function revealAll(host: Host): void {
  const open = host.open.bind(host);
  host.open = async (placement, events) => {
    const window = await open(placement, events);
    const revive = window.revive.bind(window);
    window.revive = async (paintsNothing) => {
      await revive(paintsNothing);
      window.reveal();
    };
    window.reveal();
    return window;
  };
}
