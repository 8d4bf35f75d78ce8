// Setup on a read-only disk: the outcome of each way to finish, and whether setup stays open.

import { readConfig } from '../../../src/main/config/config.ts';
import { writeSetup } from '../../../src/main/config/setup-file.ts';
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { Draft } from '../../../src/main/setup/draft.ts';
import { keepLogin } from '../../../src/main/setup/login.ts';
import { report } from '../../store/children/report.ts';
import { choice } from '../support.ts';

const [folder = ''] = process.argv.slice(2);
const sources = { env: { VITRINE_DATA_DIR: folder }, file: null };
const enrolment = {
  vitrine: 'enrolment',
  url: 'mqtts://broker.example',
  fleet: 'shops',
  groups: [],
  user: 'enrol',
  password: 'enrol',
  key: 'key',
  ca: null,
};
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => asVitrineError(thrown).code,
  );

const draft = new Draft({ sources, log: createLog(() => undefined) });
// Nothing answers there: the choice counts nevertheless.
await draft.connect('http://127.0.0.1:9/', 'token').catch(() => undefined);
draft.enrol(JSON.stringify(enrolment));
await draft.choose(choice as never, AbortSignal.timeout(30_000));
const oauth = { clientId: 'client', clientSecret: 'secret' };
const { config } = readConfig({
  ...sources,
  setup: { cms: { url: 'http://127.0.0.1:9/', oauth }, device: '3' },
});
const pair = { accessToken: 'access', refreshToken: 'refresh', expiresAt: null };
report({
  finish: await outcome(draft.finish()),
  login: config === null ? 'no configuration' : await outcome(keepLogin(config, pair as never)),
  write: await outcome(writeSetup(realFileSystem, folder, { device: '3' })),
});
