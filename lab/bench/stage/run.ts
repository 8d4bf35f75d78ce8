// Records what a person in front of the display sees, and its costs.
// Usage: npm run bench -- stage [--rounds N] [--json]   the recording
//        npm run bench -- stage --zones [--rounds N]      the same show alone and in one of four zones, by turns
//        npm run bench -- stage --memory TRANSITIONS      memory over this many transitions
//   --rounds N  passes in a loop and as many in step (31, in 23 minutes). Each has every pairing of clip, image and
//               page in every kind once, and 60 of each make a verdict; 1 is a quick look, which always fails.
//   --json      the whole recording as one JSON value: loop, step and the naive control
// Every figure is followed by the same figure without the pauses of the machine and the time right after them. The exit code
// uses the latter where it can be measured (Linux, root, util-linux), else the former.
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
