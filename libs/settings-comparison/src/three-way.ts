import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { groupOf, isSameLeaf, type Leaves, leavesOf, type LeafValue, settingsOf, withEntriesOf } from './leaves.ts'

export interface Difference {
  readonly path: string
  readonly file?: LeafValue | undefined
  readonly service?: LeafValue | undefined
}

export interface Comparison {
  /** What the file would change at the service. */
  readonly mine: readonly Difference[]
  /** What others changed that the file does not have yet. */
  readonly theirs: readonly Difference[]
  /** What both changed, to different values. */
  readonly conflicts: readonly Difference[]
}

/** Path by path, since `bases`, from which the file may be made. If these disagree, or there is none, a difference is a conflict: nobody knows whose it is. */
export function compareThreeWays(
  bases: readonly CourseSettingsUpdate[],
  file: CourseSettingsUpdate,
  service: CourseSettingsUpdate,
): Comparison {
  const [ofFile, ofService, ofBases] = [leavesOf(file), leavesOf(service), bases.map(leavesOf)]
  const differences = differencesOf(ofFile, ofService)
  const whose = new Map(differences.map((difference) => [difference, whoseIs(difference, ofBases)]))
  // Who changes a field of a grader does not want half a grader to be left of one whom somebody else removes.
  const groups = [ofFile, ofService].map((leaves) => new Set([...leaves.keys()].map(groupOf)))
  for (const [group, parts] of Map.groupBy(differences, ({ path }) => groupOf(path))) {
    const isWhole = group === null || groups.every((each) => each.has(group))
    if (!isWhole && new Set(parts.map((part) => whose.get(part))).size > 1)
      for (const part of parts) whose.set(part, 'conflicts')
  }
  const of = (name: keyof Comparison) => differences.filter((difference) => whose.get(difference) === name)
  return { mine: of('mine'), theirs: of('theirs'), conflicts: of('conflicts') }
}

function whoseIs({ path, file, service }: Difference, bases: readonly Leaves[]): keyof Comparison {
  const isOf = (value: LeafValue | undefined) =>
    bases.length > 0 && bases.every((base) => isSameLeaf(path, base.get(path), value))
  return isOf(service) ? 'mine' : isOf(file) ? 'theirs' : 'conflicts'
}

export interface Change {
  readonly path: string
  readonly before: LeafValue | undefined
  readonly after: LeafValue | undefined
}

/** What one revision has otherwise than another: scalars and lists in order by their paths, and each entry of a set that came or went. */
export const changesOf = (before: CourseSettingsUpdate, after: CourseSettingsUpdate): Change[] =>
  differencesOf(leavesOf(after), leavesOf(before)).map(({ path, file, service }) => ({
    path,
    before: service,
    after: file,
  }))

function differencesOf(file: Leaves, service: Leaves): Difference[] {
  return [...new Set([...file.keys(), ...service.keys()])]
    .map((path) => ({ path, file: file.get(path), service: service.get(path) }))
    .filter((each) => !isSameLeaf(each.path, each.file, each.service))
}

export function mergeTheirs(file: CourseSettingsUpdate, { theirs }: Comparison): CourseSettingsUpdate {
  const leaves = leavesOf(file)
  for (const { path, file: before, service: next } of theirs)
    if (next === undefined) leaves.delete(path)
    else leaves.set(path, withEntriesOf(path, before, next))
  return settingsOf(leaves)
}

/** Whether both are the same settings, whatever the order of what has none. */
export function isSameSettings(one: CourseSettingsUpdate, other: CourseSettingsUpdate): boolean {
  return differencesOf(leavesOf(one), leavesOf(other)).length === 0
}
