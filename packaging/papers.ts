import { writeFileSync } from 'node:fs';
import { billOf, type DebianPackage } from './bill.ts';
import { type Origin, provenanceOf } from './provenance.ts';

/** Writes the bill of materials and the provenance of a package beside it, and returns their paths. */
export function layPapers(
  file: string,
  name: string,
  debian: readonly DebianPackage[],
  origin: Origin,
): readonly string[] {
  const papers = [`${file}.cdx.json`, `${file}.intoto.json`] as const;
  writeFileSync(papers[0], billOf({ ...origin, file, name, debian }));
  writeFileSync(papers[1], provenanceOf([file, papers[0]], origin, process.env));
  return papers;
}
