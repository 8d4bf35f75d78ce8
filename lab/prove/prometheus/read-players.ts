// Players that Prometheus scrapes directly: the player's own web servers, with a fake player behind them.
import { LanAccess } from '../../../src/main/admin/access/lan-access.ts';
import { startAdmin } from '../../../src/main/admin/server.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import type { KeyAndCertificate } from '../../../test/cms/certificates.ts';
import { calmPlayer } from '../../../test/support/calm-player.ts';
import { scenes } from '../../../test/support/page-scenes.ts';

const log = createLog(() => undefined);
const player = calmPlayer({ status: scenes.calm.status, health: scenes.calm.health });

/** Open to the network. Returns a function that closes it. */
export async function openedPlayer(
  dataDir: string,
  port: number,
  password: string,
  certificate: KeyAndCertificate,
): Promise<() => Promise<void>> {
  const lan = new LanAccess({ player, dataDir, clock: systemClock, log });
  await lan.allow({ password, port, names: ['127.0.0.1'], certificate });
  return () => lan.stop();
}

/** On loopback only. Returns a function that ends it. */
export async function localPlayer(dataDir: string, port: number): Promise<() => Promise<void>> {
  const admin = await startAdmin({ player, dataDir, port, log });
  return () => admin.stop();
}
