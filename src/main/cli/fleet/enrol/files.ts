import { writeFileSync } from 'node:fs';
import { message } from '../../../../shared/languages/message.ts';
import type { QrCode } from '../../../../shared/messages.ts';
import { systemCode, VitrineError } from '../../../ground/errors.ts';
import { qrCode } from '../../../setup/qr.ts';

/** Readable by its owner only. Never overwrites a file: it may be in use. */
export function writeSecret(path: string, value: object | string): void {
  try {
    writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  } catch (cause) {
    const isThere = systemCode(cause) === 'EEXIST';
    throw new VitrineError(
      'permanent',
      isThere
        ? message('file-exists', { path })
        : message('file-not-written', { path, reason: systemCode(cause) ?? 'unknown' }),
      { cause },
    );
  }
}

/** The text as a QR code in SVG, for a browser or paper. */
export function codeOf(text: string): string {
  const { path, size } = drawn(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>\n`;
}

function drawn(text: string): QrCode {
  try {
    return qrCode(text);
  } catch (cause) {
    throw new VitrineError('permanent', message('code-too-large'), { cause });
  }
}
