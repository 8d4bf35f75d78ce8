// `npm run prove -- fuzz [MINUTES [SEED [TARGET]]]`: whatever reads bytes of others is given bad ones. What is found is kept
// in found/, and is a test from then on.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { campaign } from './campaign.ts';
import { targets } from './targets.ts';

const [minutes = '2', seed = String(Date.now() % 1_000_000), only] = process.argv.slice(2);
const names = Object.keys(targets).filter((name) => only === undefined || name === only);
if (names.length === 0)
  throw new Error(`There is no target "${only}". Targets: ${Object.keys(targets).join(', ')}`);
const ms = (Number(minutes) * 60_000) / names.length;
if (!(ms > 0)) throw new Error('Usage: npm run prove -- fuzz [MINUTES [SEED [TARGET]]]');
process.stdout.write(`fuzz: ${minutes} minutes for ${names.length} targets, seed ${seed}\n`);
const found = fileURLToPath(new URL('found/', import.meta.url));
let count = 0;
for (const name of names) {
  const { inputs, findings } = await campaign(name, Number(seed), { ms });
  process.stdout.write(
    `${name.padEnd(18)} ${String(inputs).padStart(9)} inputs  ${findings.length} findings\n`,
  );
  for (const { reason, input } of findings) {
    count++;
    const file = `${name.replaceAll(' ', '-')}.${createHash('sha256').update(input).digest('hex').slice(0, 8)}`;
    mkdirSync(found, { recursive: true });
    writeFileSync(`${found}${file}`, input);
    process.stdout.write(
      `  FOUND ${reason}\n        kept as test/fuzz/found/${file} (${input.length} bytes)\n`,
    );
  }
}
process.stdout.write(count === 0 ? 'no crash, no hang, no memory over its bound\n' : 'FAILED\n');
// A thread that hangs would keep the process.
process.exit(count === 0 ? 0 : 1);
