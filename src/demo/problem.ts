type Headers = Readonly<Record<string, string>>;

/** An error with its HTTP status. `message` is for people. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Headers;

  constructor(
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Headers = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

export function nothingHere(): HttpProblem {
  return new HttpProblem(404, 'There is nothing at this address.');
}

/** Validation errors as most such services report them: 422, and the reasons by field. */
export function invalid(field: string, reason: string): HttpProblem {
  return new HttpProblem(422, 'The given data was invalid.', { errors: { [field]: [reason] } });
}

export function noSuchMethod(allowed: readonly string[]): HttpProblem {
  return new HttpProblem(405, 'This address has no such method.', {}, { allow: allowed.join(', ') });
}
