import { asObject } from './reading.ts';

/** Where each environment variable goes. Numbers are read as numbers. */
const environment: readonly {
  readonly name: string;
  readonly path: readonly string[];
  readonly number?: true;
}[] = [
  { name: 'VITRINE_CMS_URL', path: ['cms', 'url'] },
  { name: 'VITRINE_CMS_TOKEN', path: ['cms', 'token'] },
  { name: 'VITRINE_CMS_TOKEN_FILE', path: ['cms', 'tokenFile'] },
  { name: 'VITRINE_PLAYLIST', path: ['playlist'] },
  { name: 'VITRINE_DEVICE', path: ['device'] },
  { name: 'VITRINE_DEVICE_GROUP', path: ['deviceGroup'] },
  { name: 'VITRINE_DATA_DIR', path: ['dataDir'] },
  { name: 'VITRINE_TIME_ZONE', path: ['timeZone'] },
  { name: 'VITRINE_HOST', path: ['host'] },
  { name: 'VITRINE_SYNC_SECONDS', path: ['syncSeconds'], number: true },
  { name: 'VITRINE_TRANSITION', path: ['transition'] },
  { name: 'VITRINE_PAGE_ZOOM', path: ['screen', 'pageZoom'], number: true },
  { name: 'VITRINE_PAGE_RELOAD_SECONDS', path: ['screen', 'pageReloadSeconds'], number: true },
  { name: 'VITRINE_ADMIN_PORT', path: ['adminPort'], number: true },
  { name: 'VITRINE_CHROMIUM', path: ['chromium', 'executable'] },
];

/** Lays the environment over the file's values, in place; answers which paths came from which variable. */
export function withEnvironment(
  values: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  const set = environment.filter(({ name }) => env[name] !== undefined && env[name] !== '');
  // The assignment and the token are one choice each: naming one kind in the environment undoes the others.
  const assignments = ['playlist', 'device', 'deviceGroup'];
  if (set.some(({ path }) => assignments.includes(path[0] ?? '')))
    for (const key of assignments) delete values[key];
  if (set.some(({ path }) => path[1] === 'token' || path[1] === 'tokenFile')) {
    const { token: _token, tokenFile: _file, ...rest } = asObject(values.cms);
    values.cms = rest;
  }
  for (const { name, path, number } of set) {
    const raw = env[name] ?? '';
    const value = number && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
    const [first = '', second] = path;
    if (second === undefined) values[first] = value;
    else values[first] = { ...asObject(values[first]), [second]: value };
    origins.set(path.join('.'), name);
  }
  return origins;
}
