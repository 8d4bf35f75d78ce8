/** One header as the browser's protocol has it. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * The headers of a page's document without what forbids framing, or null when nothing forbids it. The rest of its
 * content security policy stays as the page wants it.
 */
export function liftFraming(headers: readonly Header[]): readonly Header[] | null {
  const lifted = headers.flatMap((header): readonly Header[] => {
    const name = header.name.toLowerCase();
    if (name === 'x-frame-options') return [];
    if (name !== 'content-security-policy') return [header];
    const value = withoutFrameAncestors(header.value);
    return value === header.value ? [header] : value === '' ? [] : [{ name: header.name, value }];
  });
  const same = lifted.length === headers.length && lifted.every((header, index) => header === headers[index]);
  if (same) return null;
  // The body is handed on decoded and whole; these two described it as it was on the wire.
  return lifted.filter(
    ({ name }) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name.toLowerCase()),
  );
}

/** A header may hold several policies, separated by commas; a policy several directives, by semicolons. */
function withoutFrameAncestors(value: string): string {
  const policies = value.split(',').map((policy) => policy.split(';'));
  if (!policies.flat().some(isFrameAncestors)) return value;
  return policies
    .map((directives) =>
      directives
        .filter((directive) => !isFrameAncestors(directive))
        .join(';')
        .trim(),
    )
    .filter((policy) => policy.replace(/[;\s]/g, '') !== '')
    .join(', ');
}

function isFrameAncestors(directive: string): boolean {
  return /^\s*frame-ancestors(\s|$)/i.test(directive);
}
