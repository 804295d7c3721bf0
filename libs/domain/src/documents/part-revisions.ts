/** The last revision that changed each part; `everyPart` stands for all, also for those that no revision names. */
export type PartRevisions = Readonly<Record<string, number>>

/** A change of the whole document, such as another rubric. No part has this name. */
export const everyPart = '*'

export function hasChangedSince(partRevisions: PartRevisions, revision: number, part: string): boolean {
  return Math.max(partRevisions[part] ?? 0, partRevisions[everyPart] ?? 0) > revision
}
