import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { sha256 } from './digest.ts';
import type { BuildEnvironment, Publisher } from './publisher.ts';

/** What is built, and from what. */
export interface Origin {
  readonly root: string;
  /** `npm run package -- TASK`, or the packager's name. */
  readonly task: string;
  readonly version: string;
  readonly publisher: Publisher;
  /** In seconds since 1970. */
  readonly date: number;
}

/**
 * Where files come from: an in-toto statement with SLSA's provenance as plain JSON. It is not signed itself; whoever publishes
 * it signs it or its checksum. The same files give the same text, so it has no time of the build.
 */
export function provenanceOf(files: readonly string[], origin: Origin, env: BuildEnvironment): string {
  const { root, task, version, publisher, date } = origin;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_WORKFLOW_REF: workflow } = env;
  const isHosted = server !== undefined && repository !== undefined && workflow !== undefined;
  const source = isHosted ? { uri: `git+${server}/${repository}` } : { name: 'vitrine' };
  const { commit, isChanged } = checkout(root);
  if (isChanged && (env.VITRINE_RELEASE_BUILD ?? '') !== '')
    throw new Error(`A release build needs the files of commit ${commit}: git status lists what is changed.`);
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((file) => ({ name: basename(file), digest: { sha256: sha256(file) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:vitrine:package:1',
        externalParameters: { task, version, ...publisher },
        internalParameters: { SOURCE_DATE_EPOCH: date },
        resolvedDependencies: [
          { ...source, digest: { gitCommit: commit }, ...(isChanged ? { annotations: { isChanged } } : {}) },
          // Names every npm package, the pinned Node among them, with its hash.
          { name: 'package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
        ],
      },
      runDetails: { builder: { id: isHosted ? `${server}/${workflow}` : 'urn:vitrine:local-build' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

function checkout(root: string): { readonly commit: string; readonly isChanged: boolean } {
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
    throw new Error(`A package names its commit, and git does not: ${stderr?.trim() || error?.message}`);
  };
  return { commit: git('rev-parse', 'HEAD'), isChanged: git('status', '--porcelain') !== '' };
}
