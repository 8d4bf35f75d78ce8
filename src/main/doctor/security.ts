import { realpathSync, statSync } from 'node:fs';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { secretPath } from '../config/secret-path.ts';
import { setupFile } from '../config/setup-file.ts';
import { dayMs } from '../edition/wall-clock.ts';
import { isThisMachine } from '../ground/address-kind.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';
import { exposureOf, keepToOurselves } from '../ground/own-files.ts';
import { findChromium } from '../host/chromium/executable.ts';
import { isDisplayOpen } from '../host/x11/access.ts';

/** Browsers are updated every few weeks, and the fixed vulnerabilities become public. */
const oldestBrowserMs = 60 * dayMs;

const check = 'security';

type Guarded = Pick<Config, 'file' | 'dataDir' | 'cms' | 'fleet'>;

/** Findings on everything that is open, writable, unencrypted or outdated, each with a remedy. */
export async function checkSecurity(
  config: Guarded & Pick<Config, 'chromium'>,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const found = [
    ...unencrypted(config),
    ...guardedFiles(config, env).flatMap(({ path, kind }) => {
      const exposure = exposureOf(path, kind);
      return exposure === null ? [] : [warn(check, exposure)];
    }),
    ...rootless(config),
    ...outdated(config, env),
    ...(await openDisplay(env)),
  ];
  return found.length > 0 ? found : [ok(check, message('doctor.security.fine'))];
}

/** The cheap checks, at the start of the player. Permissions of the player's own files are corrected. */
export function mendSecurity(config: Guarded, env: NodeJS.ProcessEnv): readonly Finding[] {
  const left = guardedFiles(config, env).flatMap(({ path, kind }) => keepToOurselves(path, kind) ?? []);
  return [...unencrypted(config), ...left.map((exposure) => warn(check, exposure))];
}

function unencrypted({ cms }: Pick<Config, 'cms'>): readonly Finding[] {
  const url = cms.url === null ? null : URL.parse(cms.url);
  if (url?.protocol !== 'http:' || isThisMachine(url.hostname)) return [];
  return [warn(check, message('doctor.security.unencrypted', { origin: url.origin }))];
}

/** A person who can change one of these decides what the player shows, trusts or runs. */
function guardedFiles({ file, dataDir, cms, fleet }: Guarded, env: NodeJS.ProcessEnv) {
  const inFile = [env.VITRINE_CMS_TOKEN ? null : cms.token, cms.oauth?.clientSecret ?? null];
  const named = [
    cms.tokenFile,
    cms.oauth?.clientSecretFile ?? null,
    fleet.credentialsFile,
    fleet.enrolmentFile,
    fleet.keyFile,
  ];
  const secrets = named.map((path) => path && secretPath(path, env));
  const holdsSecret = inFile.some((secret) => secret !== null);
  return [
    ...secrets.map((path) => ({ path, kind: 'secret' as const })),
    { path: setupFile(dataDir), kind: 'secret' as const },
    { path: file, kind: holdsSecret ? ('secret' as const) : ('trusted' as const) },
    ...[cms.caFile, fleet.caFile, fleet.certificateFile, dataDir].map((path) => ({
      path,
      kind: 'trusted' as const,
    })),
  ].flatMap(({ path, kind }) => (path === null ? [] : [{ path, kind }]));
}

function rootless({ chromium }: Pick<Config, 'chromium'>): readonly Finding[] {
  if (process.getuid?.() !== 0 || chromium.user !== 'nobody') return [];
  return [warn(check, message('doctor.security.nobody'))];
}

/** Packages keep the build time of their files. */
function outdated({ chromium }: Pick<Config, 'chromium'>, env: NodeJS.ProcessEnv): readonly Finding[] {
  const program = process.versions.electron ? process.execPath : findChromium(chromium.executable, env);
  if (program === null) return [];
  const built = statSync(realpathSync(program)).mtimeMs;
  const days = Math.floor((Date.now() - built) / dayMs);
  if (days * dayMs < oldestBrowserMs) return [];
  const day = new Date(built).toISOString().slice(0, 10);
  const isElectron = process.versions.electron !== undefined;
  return [
    warn(
      check,
      message('doctor.security.outdated', { day, days }),
      message(isElectron ? 'doctor.security.update-vitrine' : 'doctor.security.update-chromium'),
    ),
  ];
}

async function openDisplay({ DISPLAY: display }: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  if (!display || !(await isDisplayOpen(display))) return [];
  return [warn(check, message('doctor.security.display', { display }))];
}
