import { resolve } from 'node:path';
import * as v from 'valibot';
import { complete } from './config/complete.ts';
import { withEnvironment } from './config/environment.ts';
import { besideFile, parseJson, readDefault, readNamed } from './config/reading.ts';
import { fileSchema } from './config/schema.ts';
import type { Config } from './config/types.ts';
import { VitrineError } from './errors.ts';

export type { Config, OAuthConfig, ScreenConfig, ScreenPlan } from './config/types.ts';

export interface ConfigSources {
  /** From `--config`; it must exist then. */
  readonly file?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  /** True: the environment alone, as if there were no file. */
  readonly noFile?: boolean;
}

/** SQLite takes paths of up to 511 bytes, with the names of its own files. */
const longestDataDir = 450;

/** Reads file and environment. Throws one `usage` error that names every mistake with its path and reason. */
export function loadConfig(sources: ConfigSources = {}): Config {
  const env = sources.env ?? process.env;
  const named = sources.file ?? env.VITRINE_CONFIG ?? null;
  const found = sources.noFile
    ? { file: null, content: '{}' }
    : named
      ? { file: resolve(named), content: readNamed(named) }
      : readDefault(env);
  const values = besideFile(parseJson(found), found.file, env);
  const fromEnvironment = withEnvironment(values, env);
  const parsed = v.safeParse(fileSchema, values);
  if (!parsed.success) throw mistakes(found.file, parsed.issues, fromEnvironment);
  const config = complete(parsed.output, found.file, env, fromEnvironment);
  if (Buffer.byteLength(config.dataDir) <= longestDataDir) return config;
  throw new VitrineError(
    'usage',
    'config-invalid',
    'The path of the data folder is too long for its database.',
    {
      remedy: `Choose one of at most ${longestDataDir} bytes.`,
    },
  );
}

/**
 * The configuration with its mistakes left out, for a player that has a show to go on with. Null when nothing can
 * be made of it.
 */
export function salvageConfig(sources: ConfigSources = {}): Config | null {
  const env = sources.env ?? process.env;
  let values: Record<string, unknown> = {};
  let file: string | null = null;
  try {
    const named = sources.file ?? env.VITRINE_CONFIG ?? null;
    const found = named ? { file: resolve(named), content: readNamed(named) } : readDefault(env);
    file = found.file;
    values = besideFile(parseJson(found), file, env);
  } catch {
    // What cannot be read has nothing to salvage; the environment may still name the data folder.
  }
  const fromEnvironment = withEnvironment(values, env);
  for (const issue of v.safeParse(fileSchema, values).issues ?? []) {
    const key = issue.path?.[0]?.key;
    if (typeof key === 'string') delete values[key];
  }
  const parsed = v.safeParse(fileSchema, values);
  try {
    return parsed.success ? complete(parsed.output, file, env, fromEnvironment) : null;
  } catch {
    return complete(
      { ...(parsed.success && parsed.output.dataDir ? { dataDir: parsed.output.dataDir } : {}) },
      file,
      env,
      fromEnvironment,
    );
  }
}

function mistakes(
  file: string | null,
  issues: readonly v.BaseIssue<unknown>[],
  origins: ReadonlyMap<string, string>,
): VitrineError {
  const lines = issues.map((issue) => {
    const path = v.getDotPath(issue) ?? '';
    return `${origins.get(path) ?? (path || 'the file')} ${issue.message}`;
  });
  return new VitrineError('usage', 'config-invalid', `The configuration has mistakes: ${lines.join('; ')}.`, {
    remedy: file ? `Mend them in ${file} or in the environment.` : 'Mend them in the environment.',
  });
}
