import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { loadConfig } from '../config/config.ts';
import { VitrineError } from '../ground/errors.ts';
import { ownFolder } from '../ground/own-files.ts';
import { wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { type Addresses, demoConfig, demoSources } from './demo-config.ts';
import { insideElectronInstead } from './electron.ts';
import { play } from './run.ts';
import { startedAs } from './started-as.ts';

export const command: Command = {
  name: 'demo',
  summary: 'Starts a demo CMS and a player that uses it.',
  usage: '[--cms-port PORT] [--cms-only] [--device NAME]',
  json: false,
  options: { 'cms-port': { type: 'string' }, 'cms-only': { type: 'boolean' }, device: { type: 'string' } },
  details: `
--cms-port PORT  the port of the CMS and its console on this machine, default 8781
--cms-only       start only the CMS and print its addresses as one JSON line
--device NAME    the device of the CMS that the player is, default "Demo screen"; "Zones screen" shows four
                 playlists at once

The CMS is a separate process: stop it, or take it offline in its console, and watch the player continue.
Environment variables such as VITRINE_DATA_DIR apply here too; the configuration file is not read.`,
  async run(invocation) {
    if (invocation.values['cms-only'] === true) return serve(invocation);
    const { host } = demoConfig(invocation.configSources.env ?? process.env, null);
    return (await insideElectronInstead(host, invocation.args, invocation.signal)) ?? playDemo(invocation);
  },
};

const defaultPort = 8781;

async function serve({ values, out, signal, configSources }: Invocation): Promise<number> {
  const { runDemoCms } = await import('../../demo/run.ts');
  const { dataDir } = demoConfig(configSources.env ?? process.env, null);
  ownFolder(dataDir);
  const cms = await runDemoCms({
    port: portFrom(values['cms-port']),
    stateFile: join(dataDir, 'demo-cms.json'),
  });
  const { baseUrl, consoleUrl, token, deviceId } = cms;
  await out(`${JSON.stringify({ baseUrl, consoleUrl, token, deviceId } satisfies Addresses)}\n`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (!process.send) return;
    // The player that started this process is gone.
    process.on('disconnect', () => resolve());
    process.on('message', ({ playerAddress }: FromPlayer) => {
      cms.playerAddress = playerAddress;
    });
  });
  await cms.stop();
  return 0;
}

/** The player's admin address, from which the demo CMS reads what the player cannot play. */
interface FromPlayer {
  readonly playerAddress: string | null;
}

async function playDemo(invocation: Invocation): Promise<number> {
  const { values, progress, signal, configSources } = invocation;
  const env = configSources.env ?? process.env;
  const { child, addresses } = await startCms(portFrom(values['cms-port']), env);
  try {
    const device = typeof values.device === 'string' ? values.device : null;
    const configSources = demoSources(env, addresses, device);
    const config = loadConfig(configSources);
    return await play({ signal, progress, configSources }, { config, mistake: null }, (admin) => {
      // The show continues when the demo CMS ends.
      child.send({ playerAddress: admin } satisfies FromPlayer, () => undefined);
      progress(
        [
          '',
          'Vitrine is playing the demo.',
          ...(admin ? [`  Live picture of the screen   ${admin}`] : []),
          `  Console of the demo CMS      ${addresses.consoleUrl}`,
          `  Data folder                  ${config.dataDir}`,
          '  End it with Ctrl+C.',
          '',
          '',
        ].join('\n'),
      );
    });
  } finally {
    child.kill();
  }
}

function portFrom(value: Invocation['values'][string]): number {
  if (value === undefined) return defaultPort;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw wrongUsage(message('wrong-usage.port', { value: String(value) }));
}

async function startCms(
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; addresses: Addresses }> {
  const { program } = startedAs(process.argv);
  const child = spawn(process.execPath, [...program, 'demo', '--cms-only', '--cms-port', String(port)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const line = await new Promise<string | null>((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', () => resolve(null));
    child.once('error', () => resolve(null));
  });
  if (line === null) {
    throw new VitrineError('permanent', message('demo-cms-failed', { port }));
  }
  return { child, addresses: JSON.parse(line) as Addresses };
}
