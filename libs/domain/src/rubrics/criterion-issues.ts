import type { PathSegment } from '../json/json-path.ts'
import type { GivenCriterion } from './given-rubric.ts'
import { toHundredths } from './hundredths.ts'
import type { IssueList } from './issue-list.ts'
import { rubricLimits } from './rubric-limits.ts'
import { maxPointsSize } from './score.ts'

const membersByKind = {
  levels: ['levels'],
  checks: ['checks', 'minChecks', 'maxChecks'],
  points: ['min', 'max', 'step'],
} as const satisfies Record<GivenCriterion['kind'], readonly (keyof GivenCriterion)[]>
const kindMembers = Object.values(membersByKind).flat()

const pointsRange = { min: -maxPointsSize, max: maxPointsSize } as const

export function checkCriterion(list: IssueList, at: readonly PathSegment[], criterion: GivenCriterion): void {
  list.checkText([...at, 'title'], criterion.title)
  list.checkText([...at, 'description'], criterion.description)
  list.checkText([...at, 'graderNote'], criterion.graderNote)
  const own: readonly (keyof GivenCriterion)[] = membersByKind[criterion.kind]
  for (const member of kindMembers) {
    const isOwn = own.includes(member)
    if (isOwn && criterion[member] === undefined) list.add([...at, member], 'required', 'Required.')
    if (!isOwn && criterion[member] !== undefined)
      list.add([...at, member], 'unknown_field', `A criterion of the kind ${criterion.kind} has no such field.`)
  }
  switch (criterion.kind) {
    case 'levels':
      checkLevels(list, at, criterion)
      break
    case 'checks':
      checkChecks(list, at, criterion)
      break
    case 'points':
      checkPoints(list, at, criterion)
      break
  }
}

function checkLevels(list: IssueList, at: readonly PathSegment[], { levels }: GivenCriterion): void {
  if (levels === undefined) return
  const here = [...at, 'levels']
  list.checkCount(here, levels, rubricLimits.levels)
  list.checkIds(here, levels)
  for (const [index, level] of levels.entries()) {
    list.checkText([...here, index, 'title'], level.title)
    list.checkText([...here, index, 'description'], level.description)
    list.checkText([...here, index, 'graderNote'], level.graderNote)
    list.checkNumber([...here, index, 'points'], level.points, pointsRange)
  }
}

function checkChecks(
  list: IssueList,
  at: readonly PathSegment[],
  { checks, minChecks, maxChecks }: GivenCriterion,
): void {
  const [, maxCount] = rubricLimits.checks
  if (checks !== undefined) {
    const here = [...at, 'checks']
    list.checkCount(here, checks, rubricLimits.checks)
    list.checkIds(here, checks)
    for (const [index, check] of checks.entries()) {
      list.checkText([...here, index, 'title'], check.title)
      list.checkText([...here, index, 'graderNote'], check.graderNote)
      list.checkNumber([...here, index, 'points'], check.points, pointsRange)
      const [min, max] = rubricLimits.maxTimes
      list.checkNumber([...here, index, 'maxTimes'], check.maxTimes, { min, max, isWhole: true })
    }
  }
  // If a criterion required more checks than it has, no assessment could ever be completed.
  if (minChecks !== undefined)
    list.checkNumber([...at, 'minChecks'], minChecks, { min: 0, max: checks?.length ?? maxCount, isWhole: true })
  if (typeof maxChecks === 'number')
    list.checkNumber([...at, 'maxChecks'], maxChecks, {
      min: Math.max(1, minChecks ?? 0),
      max: maxCount,
      isWhole: true,
    })
}

function checkPoints(list: IssueList, at: readonly PathSegment[], { min, max, step }: GivenCriterion): void {
  if (min !== undefined) list.checkNumber([...at, 'min'], min, pointsRange)
  if (max !== undefined) list.checkNumber([...at, 'max'], max, { ...pointsRange, min: min ?? pointsRange.min })
  if (step === undefined) return
  list.checkNumber([...at, 'step'], step, { min: 0, max: 2 * maxPointsSize })
  if (step === 0) list.add([...at, 'step'], 'too_small', 'Must be more than 0.')
  const [from, to, by] = [min, max, step].map((value) => (value === undefined ? null : toHundredths(value)))
  if (typeof from !== 'bigint' || typeof to !== 'bigint' || typeof by !== 'bigint' || by <= 0n || to < from) return
  if ((to - from) % by !== 0n)
    list.add([...at, 'step'], 'invalid_value', 'The largest points must be a multiple of it above the smallest.')
}
