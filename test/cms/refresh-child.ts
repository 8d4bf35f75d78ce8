/** A process that renews the login of a folder and records the result on disk; the test kills it anywhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoginCredentials } from '../../src/main/cms/login-credentials.ts';
import { LoginFile } from '../../src/main/cms/login-file.ts';
import { tokenEndpoint } from '../../src/main/cms/oauth.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import { createTransport, defaultTransportLimits } from '../../src/main/net/transport.ts';
import { onLoopback } from '../support/on-loopback.ts';
import { waitUntilFollowed } from '../support/wait-until-followed.ts';

waitUntilFollowed();
const [, , folder = '', authUrl = '', clientId = '', clientSecret = ''] = process.argv;
const network = createNetwork({ env: {}, reach: onLoopback() });
const transport = createTransport(network, systemClock, 'Vitrine', defaultTransportLimits);
const credentials = new LoginCredentials({
  file: new LoginFile(realFileSystem, join(folder, 'login.json'), { authUrl, clientId }),
  lockPath: join(folder, 'login.lock'),
  endpoint: tokenEndpoint({ authUrl, clientId, clientSecret }, transport, systemClock),
  clock: systemClock,
  log: createLog(() => undefined),
  secrets: () => [],
});
const old = await credentials.current();
await credentials.refresh(old);
// A used pair must be on disk already: after a kill from here on it must be found there.
writeFileSync(join(folder, 'used'), await credentials.current());
network.close();
