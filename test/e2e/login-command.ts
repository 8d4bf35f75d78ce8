/** `vitrine cms login` with the configuration file given. */
import { command } from '../../src/main/cli/cms/login.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { asVitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';

const configSources = { file: process.argv[2] ?? null, env: { HOME: '/nonexistent' } };
try {
  process.exitCode = await command.run({
    config: loadConfig(configSources),
    configSources,
    args: [],
    values: {},
    positionals: [],
    out: async (text) => void process.stdout.write(text),
    progress: (text) => process.stderr.write(text),
    ask: async () => false,
    json: false,
    log: createLog((line) => process.stderr.write(`${JSON.stringify(line)}\n`)),
    isTerminal: false,
    columns: 80,
    reference: () => Promise.reject(new Error('it needs no list of commands')),
    signal: new AbortController().signal,
  });
} catch (error) {
  process.stderr.write(`${asVitrineError(error).message}\n`);
  process.exitCode = 1;
}
