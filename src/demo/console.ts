import type { DemoCms } from './cms.ts';
import type { Exchange } from './http.ts';
import type { Shape } from './shape.ts';
import type { Uploads } from './uploads.ts';

export interface ConsoleParts {
  readonly cms: DemoCms;
  readonly uploads: Uploads;
  readonly shape: Shape;
}

export class Console {
  readonly #parts: ConsoleParts;
  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }
  async answer(_exchange: Exchange): Promise<boolean> {
    return this.#parts === null;
  }
}
