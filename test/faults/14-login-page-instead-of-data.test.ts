import { expect, test } from 'vitest';
import { message } from '../../src/shared/languages/message.ts';
import { show } from '../cms/still-plays.ts';

const loginPage =
  '<!doctype html><title>Log in</title><form>User <input> Password <input type=password></form>';

test('row 14 · a web page with status 200 in place of JSON is refused, and the show goes on', async () => {
  const { rig, refused, parts, stillPlays } = await show();
  rig.demo.intercept = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage);
    return true;
  };
  const error = await refused('cms-not-json');
  expect(error.kind).toBe('temporary');
  expect(error.remedy).toEqual(message('cms-not-json.page.remedy'));
  rig.demo.intercept = (_, response) => {
    // The same page, declared as JSON.
    response.writeHead(200, { 'content-type': 'application/json' }).end(loginPage);
    return true;
  };
  await refused('cms-not-json');
  rig.demo.intercept = null;
  await parts.sync.once();
  stillPlays();
});
