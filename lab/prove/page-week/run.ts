// A status page left open for a week: it polls every two seconds, here as fast as it gets answers.
// Usage: npm run prove -- page-week
import { createServer } from 'vite';

// Imports the page's files as the build does.
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { leaveOpen } = (await vite.ssrLoadModule(
  '/lab/prove/page-week/leave-open.ts',
)) as typeof import('./leave-open.ts');
try {
  await leaveOpen();
} finally {
  await vite.close();
}
