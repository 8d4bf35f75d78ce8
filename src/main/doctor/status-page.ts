import { createServer } from 'node:http';
import { message } from '../../shared/languages/message.ts';
import { systemCode } from '../ground/errors.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';

/** Whether a player that starts now could open its status page. It plays without one, too. */
export function checkStatusPage(port: number): Promise<Finding> {
  if (port === 0) return Promise.resolve(ok('page', message('doctor.page.off')));
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const found =
        systemCode(error) === 'EADDRINUSE'
          ? message('doctor.page.taken', { port })
          : message('doctor.page.refused', { port, why: error.message });
      resolve(warn('page', found, message('doctor.page.another-port')));
    });
    server.listen(port, '127.0.0.1', () =>
      server.close(() => resolve(ok('page', message('doctor.page.free', { port })))),
    );
  });
}
