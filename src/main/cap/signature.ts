import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

const signatures = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const digests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
/** Without the signature itself, and in its canonical form. */
const mostTransforms = 2;
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * The part of a document that one of these certificates has signed, in its canonical form. Nothing else of the document may be
 * read: whoever wraps a signed alert in another one signs nothing. A key inside the document counts for nothing.
 */
export function signedPart(xml: string, certificates: readonly string[]): string {
  const document = new DOMParser({ errorHandler: fail }).parseFromString(xml, 'text/xml');
  const [signature, ...others] = Array.from(
    document.getElementsByTagNameNS(signatureNamespace, 'Signature'),
  ).filter(({ parentNode }) => parentNode === document.documentElement);
  if (signature === undefined) throw unsigned('missing');
  if (others.length > 0) throw unsigned('wrong');
  for (const certificate of certificates) {
    const signed = checked(xml, signature, certificate);
    if (signed !== null) return signed;
  }
  throw unsigned('wrong');
}

function checked(xml: string, signature: Node, publicCert: string): string | null {
  try {
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
    check.loadSignature(signature as never);
    if (!signatures.has(check.signatureAlgorithm ?? '')) return null;
    // Each reference and each of its steps costs a pass over the document, before the signature is known to be right.
    const [reference, ...others] = check.getReferences();
    if (reference === undefined || others.length > 0) return null;
    if (!digests.has(reference.digestAlgorithm) || reference.transforms.length > mostTransforms) return null;
    if (!check.checkSignature(xml)) return null;
    const [part, ...more] = check.getSignedReferences();
    return part !== undefined && more.length === 0 ? part : null;
  } catch (error) {
    // Whatever is wrong with a signature, it is not the one of this certificate.
    if (error instanceof Error) return null;
    throw error;
  }
}

const fail = (_: string, what: unknown): never => {
  throw new Error(String(what));
};

const unsigned = (why: 'missing' | 'wrong'): VitrineError =>
  new VitrineError('temporary', message(`cap-unusable.signature-${why}`));
