// `npm run prove -- soak [editions] [seed]`: hours of editing, bad network and power cuts in minutes.
import { tell } from './story.ts';

const [editions = '1000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
process.stdout.write(`soak: ${editions} editions, seed ${seed}\n`);
const start = performance.now();
const { violations, rssMiB, open, ...reported } = await tell({
  editions: Number(editions),
  seed: Number(seed),
  onProgress: (line) => process.stdout.write(`  ${line}\n`),
});
const rows = {
  ...reported,
  'open files': open.map(({ files }) => files).join(' → '),
  sockets: open.map(({ sockets }) => sockets).join(' → '),
  'resident MiB': rssMiB.map(Math.round).join(' → '),
  seconds: Math.round((performance.now() - start) / 1000),
};
for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(18)} ${value}\n`);
for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
process.stdout.write(
  violations.length === 0 ? 'nothing was lost, nothing half, nothing leaked\n' : 'FAILED\n',
);
process.exitCode = violations.length === 0 ? 0 : 1;
