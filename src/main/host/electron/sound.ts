import type { Log } from '../../ground/log.ts';
import type { ContentsApi } from './api.ts';

/**
 * A document may play sound after a user gesture; an empty script run with a gesture counts as one. It applies to the
 * app's document alone: frames of other origins stay silent.
 */
export function grantSound(contents: ContentsApi, log: Log): Promise<void> {
  return contents.mainFrame.executeJavaScript('0', true).then(
    () => undefined,
    (error) => log.debug('The stage could not get permission for sound', { error }),
  );
}
