import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { type Leaf, leavesOf, writablePart } from './leaves.ts'

type Value = Leaf['value'] | undefined

export interface Change {
  readonly path: string
  readonly shown: string
  /** Undefined where there is none. */
  readonly before: Value
  readonly after: Value
}

export interface Conflict {
  readonly path: string
  readonly shown: string
  readonly file: Value
  readonly service: Value
}

export interface Comparison {
  /** What the file would change at the service. */
  readonly mine: readonly Change[]
  /** What others changed that the file does not have yet. */
  readonly theirs: readonly Change[]
  /** Paths that both changed, to different values. */
  readonly conflicts: readonly Conflict[]
  /** The file with their changes in it. Of a conflict it has the file's value. */
  readonly merged: CourseSettingsUpdate
}

type Verdict = 'mine' | 'theirs' | 'conflict'

interface Difference {
  readonly path: string
  readonly leaf: Leaf
  readonly file: Value
  readonly service: Value
  readonly verdict: Verdict
}

/**
 * Compares path by path who changed what since `bases`, the documents that the file may be made from. If these disagree, or there is
 * none, a difference is a conflict: nobody knows whose change it is.
 */
export function compareThreeWays(
  bases: readonly CourseSettingsUpdate[],
  file: CourseSettingsUpdate,
  service: CourseSettingsUpdate,
): Comparison {
  const [ofFile, ofService] = [leavesOf(file), leavesOf(service)]
  const differences = withoutHalfGroups(differencesOf(bases.map(leavesOf), ofFile, ofService), ofFile, ofService)
  const merged = writablePart(file)
  const theirs = differences.filter(({ verdict }) => verdict === 'theirs')
  for (const { leaf, service: value } of theirs) leaf.put(merged, value)
  return {
    mine: differences
      .filter(({ verdict }) => verdict === 'mine')
      .map(({ path, leaf, file: after, service: before }) => ({ path, shown: leaf.shown, before, after })),
    theirs: theirs.map(({ path, leaf, file: before, service: after }) => ({ path, shown: leaf.shown, before, after })),
    conflicts: differences
      .filter(({ verdict }) => verdict === 'conflict')
      .map(({ path, leaf, ...values }) => ({ path, shown: leaf.shown, file: values.file, service: values.service })),
    merged,
  }
}

/** Whether both are the same settings, whatever the order of what has none. */
export function isSameSettings(one: CourseSettingsUpdate, other: CourseSettingsUpdate): boolean {
  return differencesOf([], leavesOf(one), leavesOf(other)).length === 0
}

type Leaves = ReadonlyMap<string, Leaf>

function differencesOf(bases: readonly Leaves[], file: Leaves, service: Leaves): Difference[] {
  return [...new Map([...file, ...service])].flatMap(([path, leaf]) => {
    const mine = file.get(path)?.value
    const theirs = service.get(path)?.value
    if (isSame(mine, theirs)) return []
    const verdicts = new Set(
      bases.map((base): Verdict => {
        const value = base.get(path)?.value
        return isSame(value, theirs) ? 'mine' : isSame(value, mine) ? 'theirs' : 'conflict'
      }),
    )
    const [verdict = 'conflict'] = verdicts.size === 1 ? verdicts : []
    return [{ path, leaf, file: mine, service: theirs, verdict }]
  })
}

/** Who changes a field of a grader does not want half a grader to be left of one whom somebody else removes. */
function withoutHalfGroups(differences: readonly Difference[], file: Leaves, service: Leaves): Difference[] {
  const [ofFile, ofService] = [file, service].map((leaves) => new Set([...leaves.values()].map(({ group }) => group)))
  const verdicts = Map.groupBy(differences, ({ leaf }) => leaf.group)
  return differences.map((difference) => {
    const { group } = difference.leaf
    if (group === undefined || (ofFile?.has(group) && ofService?.has(group))) return difference
    const isMixed = verdicts.get(group)?.some(({ verdict }) => verdict !== difference.verdict)
    return isMixed ? { ...difference, verdict: 'conflict' } : difference
  })
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
