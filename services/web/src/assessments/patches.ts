import type { patchAssessment } from '@course-grading/contracts/assessments/patch-assessment'
import type { patchFeedback } from '@course-grading/contracts/feedback/patch-feedback'
import type { BodyOf } from '@course-grading/contracts/operation'
import { HttpError } from '@course-grading/http-kit'
import type { FormState } from './form-state.ts'

type JudgementPatch = BodyOf<typeof patchAssessment>
type FeedbackPatch = BodyOf<typeof patchFeedback>
type ScorePatch = NonNullable<NonNullable<JudgementPatch['scores']>[string]>

/** What differs from what the form was drawn from; null where nothing does. Numbers are as typed, for the boundary to judge. */
export function judgementPatchOf(drawn: FormState, typed: FormState): JudgementPatch | null {
  const scores = Object.entries(typed.criteria).flatMap(([id, fields]) => {
    const was = drawn.criteria[id]
    const patch = was === undefined ? null : scorePatchOf(was, fields)
    return patch === null ? [] : [[id, patch] as const]
  })
  const patch: JudgementPatch = {
    ...(scores.length > 0 && { scores: Object.fromEntries(scores) }),
    ...(differs(drawn.adjustment, typed.adjustment) && { adjustment: adjustmentOf(typed.adjustment) }),
    ...(drawn.privateNote !== typed.privateNote && { privateNote: orNull(typed.privateNote) }),
  }
  return isEmpty(patch) ? null : patch
}

export function feedbackPatchOf(drawn: FormState, typed: FormState): FeedbackPatch | null {
  const annotations = Object.entries(drawn.annotations).flatMap(([id, was]) => {
    const now = typed.annotations[id]
    if (now === was) return []
    return [[id, now === undefined ? null : { body: now }] as const]
  })
  const patch: FeedbackPatch = {
    ...(drawn.body !== typed.body && { body: typed.body }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  }
  return isEmpty(patch) ? null : patch
}

function scorePatchOf(was: FormState['criteria'][string], now: FormState['criteria'][string]): ScorePatch | null {
  const checkIds = [...new Set([...Object.keys(was.checks), ...Object.keys(now.checks)])]
  const checks = checkIds
    .filter((id) => was.checks[id] !== now.checks[id])
    .map((id) => [id, now.checks[id] ?? null] as const)
  const patch: ScorePatch = {
    ...(was.levelId !== now.levelId && { levelId: orNull(now.levelId) }),
    ...(checks.length > 0 && { checks: Object.fromEntries(checks) }),
    ...(was.points !== now.points && { points: now.points === '' ? null : numberOf(now.points) }),
    ...(was.comment !== now.comment && { comment: orNull(now.comment) }),
  }
  return isEmpty(patch) ? null : patch
}

function adjustmentOf({ points, reason }: FormState['adjustment']): NonNullable<JudgementPatch['adjustment']> | null {
  return points === '' && reason === '' ? null : { points: numberOf(points), reason }
}

/** A browser sends a number or nothing. @throws HttpError validation_failed */
function numberOf(text: string): number {
  const number = Number(text === '' ? 0 : text)
  if (!Number.isFinite(number)) throw new HttpError('validation_failed')
  return number
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const isEmpty = (patch: object): boolean => Object.keys(patch).length === 0

const differs = (a: FormState['adjustment'], b: FormState['adjustment']): boolean =>
  a.points !== b.points || a.reason !== b.reason
