/** The last revision in which each part of a document changed. `everyPart` stands for all parts, also for those that no revision names. */
export type PartRevisions = Readonly<Record<string, number>>

/** The key in `PartRevisions` of a change of the whole document, such as another rubric. No part has this name. */
export const everyPart = '*'

/** Whether a part changed after a revision. */
export function hasChangedSince(partRevisions: PartRevisions, revision: number, part: string): boolean {
  return Math.max(partRevisions[part] ?? 0, partRevisions[everyPart] ?? 0) > revision
}
