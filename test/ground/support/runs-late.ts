import { runProgram } from '../../../src/main/ground/program.ts';

// Retries a program that takes too long, as a switch of a display is retried, and prints how each attempt ended.
const codes: (string | undefined)[] = [];
for (let attempt = 0; attempt < 3; attempt++)
  codes.push((await runProgram(process.argv.slice(2), { timeoutMs: 1_000 })).mistake?.code);
process.stdout.write(codes.join(' '), () => process.exit());
