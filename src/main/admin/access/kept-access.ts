import * as v from 'valibot';
import { KeptFile } from '../../ground/kept-file.ts';

const schema = v.nullable(
  v.object({
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    /** Host names of the page besides the addresses of this machine. */
    names: v.array(v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/))),
    password: v.object({ salt: v.string(), hash: v.string(), cost: v.number() }),
    key: v.string(),
    cert: v.string(),
  }),
);

/** Settings of access from the network; null: off. */
export type KeptAccess = v.InferOutput<typeof schema>;

export function keptAccess(dataDir: string): KeptFile<KeptAccess> {
  return new KeptFile(dataDir, 'access.json', (value) => {
    const read = v.safeParse(schema, value);
    return read.success ? read.output : null;
  });
}
