import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  readonly folder: string;
  /** The issuer of all certificates but `unknown`. */
  readonly caFile: string;
  readonly valid: KeyAndCertificate;
  readonly expired: KeyAndCertificate;
  /** Not valid yet, as every certificate is for a clock that is too early. */
  readonly future: KeyAndCertificate;
  readonly otherName: KeyAndCertificate;
  readonly unknown: KeyAndCertificate;
  remove(): Promise<void>;
}

/** Certificates for 127.0.0.1 or another host, one for each fault. */
export async function makeCertificates(host = 'IP:127.0.0.1'): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-certificates-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): Promise<unknown> => run('openssl', args, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (name: string): Promise<unknown> =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-subj',
      `/CN=${name}`,
    );
  await Promise.all([authority('issuer'), authority('stranger')]);
  await writeFile(
    at('ca.cnf'),
    '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n',
  );
  await writeFile(at('index.txt'), '');
  await writeFile(at('serial'), '1000');

  async function issue(name: string, issuer: string, from: number, to: number, subject = host) {
    await openssl(
      'req',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=${subject}`,
    );
    await openssl(
      ...[
        'ca',
        '-batch',
        '-notext',
        '-config',
        'ca.cnf',
        '-cert',
        `${issuer}.pem`,
        '-keyfile',
        `${issuer}.key`,
      ],
      ...['-in', `${name}.csr`, '-out', `${name}.pem`, '-startdate', stamp(from), '-enddate', stamp(to)],
    );
    return {
      key: await readFile(at(`${name}.key`), 'utf8'),
      cert: await readFile(at(`${name}.pem`), 'utf8'),
    };
  }

  // One after the other: they share the list of issued certificates.
  return {
    folder,
    caFile: at('issuer.pem'),
    valid: await issue('valid', 'issuer', -1, 10),
    expired: await issue('expired', 'issuer', -10, -1),
    future: await issue('future', 'issuer', 1, 10),
    otherName: await issue('other', 'issuer', -1, 10, 'DNS:other.example'),
    unknown: await issue('unknown', 'stranger', -1, 10),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Days from now, in the format of openssl. */
function stamp(days: number): string {
  return new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '');
}
