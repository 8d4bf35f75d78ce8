import { keepCompiledCode } from './ground/compile-cache.ts';
import { widenThreadPool } from './ground/thread-pool.ts';

widenThreadPool(process.env);
keepCompiledCode(process.env);

const { main } = await import('./cli/main.ts');
const { startedAs } = await import('./cli/started-as.ts');
const { args } = startedAs(process.argv);
const obstacle = await prepared();
const running = main(args, process.env, obstacle);
// Electron looks for a display, and is ready, once this module has been evaluated to its end. Commands that show
// nothing are awaited and so never come that far; the player waits for readiness itself, so it is not awaited.
if (obstacle !== null || !(await waitsForElectron())) await running;

async function waitsForElectron(): Promise<boolean> {
  if (!process.versions.electron) return false;
  const { showsSomething } = await import('./cli/electron.ts');
  return showsSomething(args);
}

async function prepared(): Promise<unknown> {
  if (!process.versions.electron) return null;
  const { prepareInsideElectron } = await import('./cli/electron.ts');
  try {
    await prepareInsideElectron(args, process.env);
    return null;
  } catch (error) {
    return error;
  }
}
