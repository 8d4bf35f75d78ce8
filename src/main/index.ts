import { enableCompileCache } from 'node:module';

// A warm start matters when a shop's screen comes back after a power cut: compiled code is kept between starts.
enableCompileCache();

const { main, ownArguments } = await import('./cli/main.ts');
const args = ownArguments(process.argv);
// Not awaited: Electron is ready only after this module has been evaluated to its end.
void main(args, process.env, await prepared());

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
