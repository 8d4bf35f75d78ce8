// What a person in front of the display would have seen, and what it cost.
// Usage: npm run bench:stage [-- [--rounds N] [--json]]   the recording
//        npm run bench:stage -- --memory TRANSITIONS      memory over so many transitions
import { parseArgs } from 'node:util';
import { measureMemory } from './bench-stage-memory.ts';
import { measureTransitions } from './bench-stage-transitions.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    memory: { type: 'string' },
  },
});
if (options.memory !== undefined) await measureMemory(Number(options.memory));
else await measureTransitions(Number(options.rounds), options.json);
