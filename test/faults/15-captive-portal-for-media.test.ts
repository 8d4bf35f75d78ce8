import { expect, test } from 'vitest';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { startRig } from '../support/rig.ts';

test('row 15 · a portal that intercepts downloads counts as offline, and never gets the token', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  const portal: (string | undefined)[] = [];
  onDownload(rig.demo, ({ response }) => {
    response.writeHead(302, { location: `${rig.demo.otherOrigin}/portal` }).end();
    return true;
  });
  const catching = rig.demo.intercept;
  rig.demo.intercept = (request, response) => {
    if (request.url !== '/portal') return catching?.(request, response) ?? false;
    portal.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Log in</body></html>');
    return true;
  };
  for (let cycle = 0; cycle < 3; cycle++) {
    const report = await show.parts.sync.once();
    expect(report.failed).toMatchObject([{ mediaFileId: show.added, code: 'captive-portal' }]);
  }
  show.stillPlays();
  expect(portal).toEqual(Array.from({ length: 9 }, () => undefined));
  expect(downloadsOf(rig.demo, show.added)[0]?.headers.authorization).toMatch(/^Bearer /);
  rig.demo.intercept = null;
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});
