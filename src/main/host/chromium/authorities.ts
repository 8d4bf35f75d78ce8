import { createHash, X509Certificate } from 'node:crypto';
import { loadSqlite } from '../../ground/sqlite.ts';

/** `trust { trust_type: TRUSTED }`, as the browser's own settings write it. */
const trusted = Buffer.from([0x0a, 0x02, 0x08, 0x03]);
const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * `ServerCertificate`, the file of a profile in which Chromium keeps the authorities that its user trusts. No switch adds one: the
 * only switch about certificates accepts wrong ones, too. A Chromium that keeps them elsewhere trusts none of them. It is made in
 * memory: this thread waits for no database.
 */
export async function authoritiesFile(pem: string): Promise<Buffer> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(':memory:');
  try {
    database.exec(`
      CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
      INSERT INTO meta VALUES ('version', '1'), ('last_compatible_version', '1');
      CREATE TABLE certificates(sha256hash_hex TEXT PRIMARY KEY, der_cert BLOB NOT NULL, trust_settings BLOB NOT NULL);
    `);
    const add = database.prepare('INSERT OR IGNORE INTO certificates VALUES (?, ?, ?)');
    for (const [text] of pem.matchAll(certificate)) {
      const der = new X509Certificate(text).raw;
      add.run(createHash('sha256').update(der).digest('hex'), der, trusted);
    }
    return database.serialize();
  } finally {
    database.close();
  }
}
