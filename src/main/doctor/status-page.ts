import { createServer } from 'node:http';
import { systemCode } from '../errors.ts';
import { type Finding, ok, warn } from '../finding.ts';

/** Whether a player that starts now would have its status page. It plays without one, too. */
export function checkStatusPage(port: number): Promise<Finding> {
  if (port === 0) return Promise.resolve(ok('page', 'the status page is turned off'));
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const why = systemCode(error) === 'EADDRINUSE' ? `port ${port} is in use` : error.message;
      const remedy = 'Set VITRINE_ADMIN_PORT to another port, or to 0.';
      resolve(warn('page', `There would be no status page: ${why}.`, remedy));
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(ok('page', `port ${port} is free`))));
  });
}
