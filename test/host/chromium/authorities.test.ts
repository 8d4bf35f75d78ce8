import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../../src/main/ground/sqlite.ts';
import { authoritiesFile } from '../../../src/main/host/chromium/authorities.ts';
import { makeCertificates } from '../../cms/certificates.ts';

// That the browser trusts what these have signed, and nothing else, is in e2e/interaction-https.

test('the file for the browser has each certificate of the configured file once', async () => {
  const made = await makeCertificates();
  const [own, other] = [readFileSync(made.caFile, 'utf8'), made.unknown.cert];
  const file = await authoritiesFile(`Ours:\n${own}\n${other}${own}`);
  const Sqlite = await loadSqlite();
  const rows = new Sqlite(file).prepare('SELECT sha256hash_hex AS hash FROM certificates').pluck().all();
  const hash = (pem: string) => createHash('sha256').update(new X509Certificate(pem).raw).digest('hex');
  expect(rows.toSorted()).toEqual([hash(own), hash(other)].toSorted());
  await made.remove();
});

test('a file with a damaged certificate is none', async () => {
  const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  await expect(authoritiesFile(damaged)).rejects.toThrow();
});
