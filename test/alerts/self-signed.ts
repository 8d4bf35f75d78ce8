import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for that name, which is its own issuer. */
export function selfSigned(folder: string, host: string) {
  const at = (name: string) => join(folder, `${host}.${name}`);
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', at('key'), '-out', at('pem'), '-subj', `/CN=${host}`],
      ...['-addext', `subjectAltName=DNS:${host}`],
    ],
    { stdio: 'ignore' },
  );
  return { cert: readFileSync(at('pem'), 'utf8'), key: readFileSync(at('key'), 'utf8'), file: at('pem') };
}
