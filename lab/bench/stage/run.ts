// What a person in front of the display would have seen, and what it cost.
// Usage: npm run bench -- stage [--rounds N] [--json]   the recording
//        npm run bench -- stage --zones [--rounds N]      the same show alone and in one of four zones, by turns
//        npm run bench -- stage --memory TRANSITIONS      memory over so many transitions
//   --rounds N  passes in a loop and as many in step (31, in 23 minutes). Each has every pairing of clip, image and
//               page in every kind once, and 60 of each make a verdict; 1 is a quick look, and fails for being one.
//   --json      everything that was seen, as one JSON value: loop, step and the naive control
// Beside every figure stands the same without what was seen while the machine itself stood still and right after. The
// exit code goes by that where it can be had (Linux, root, util-linux), else by the figures as they are.
import { parseArgs } from 'node:util';
import { measureMemory } from './memory.ts';
import { measureTransitions, withBench } from './transitions.ts';
import { measureZones } from './zones.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '31' },
    zones: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    memory: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
if (options.memory !== undefined) await measureMemory(Number(options.memory));
else {
  const isGood = await withBench((bench) =>
    options.zones ? measureZones(bench, rounds) : measureTransitions(bench, rounds, options.json),
  );
  process.exitCode = isGood ? 0 : 1;
}
