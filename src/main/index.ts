import { enableCompileCache } from 'node:module';

// A warm start matters when a shop's screen comes back after a power cut: compiled code is kept between starts.
enableCompileCache();

const { main } = await import('./cli/main.ts');
await main(process.argv, process.env);
