import type { CdpSession } from './cdp.ts';

/** A fulfilled response passes through this process completely; signage pages are far smaller. */
export const largestBody = 10_000_000;
const pieceBytes = 1_000_000;

/** Reads in pieces and returns null beyond the limit: the declared length may be missing or wrong. */
export async function readBody(session: CdpSession, requestId: string): Promise<Buffer | null> {
  const { stream: handle } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: pieceBytes });
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > largestBody) return null;
      if (eof) return Buffer.concat(pieces);
    }
  } finally {
    session.post('IO.close', { handle });
  }
}
