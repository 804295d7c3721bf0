import type { patchAssessment } from '@course-grading/contracts/assessments/patch-assessment'
import type { patchFeedback } from '@course-grading/contracts/feedback/patch-feedback'
import type { BodyOf } from '@course-grading/contracts/operation/operation'
import { type Annotation, type Checks, type Fields, type Place, type Score, scoreOf } from './fields.ts'
import { same } from './same.ts'
import { isUnreadable } from './typed-values.ts'
import { changedUnits, type Unit } from './units.ts'

export type JudgementPatch = BodyOf<typeof patchAssessment>
export type FeedbackPatch = BodyOf<typeof patchFeedback>
type ScorePatch = NonNullable<NonNullable<JudgementPatch['scores']>[string]>

/** What differs from `base`, as a merge patch of the judgement; null where nothing does. Both are whole. */
export function judgementPatchOf(base: Fields, mine: Fields): JudgementPatch | null {
  const changed = changedUnits(base, mine)
  const ofScores = Map.groupBy(
    changed.filter((unit) => unit.of === 'score'),
    ({ id }) => id,
  )
  const scores = [...ofScores].map(
    ([id, units]) => [id, scorePatchOf(scoreOf(base, id), scoreOf(mine, id), units)] as const,
  )
  return orNothing({
    ...(scores.length > 0 && { scores: Object.fromEntries(scores) }),
    ...(changed.some(({ of }) => of === 'adjustment') && adjustmentPatchOf(mine)),
    ...(changed.some(({ of }) => of === 'note') && { privateNote: mine.note || null }),
  })
}

function scorePatchOf(base: Score, mine: Score, units: readonly Extract<Unit, { of: 'score' }>[]): ScorePatch {
  const { levelId, points, checks, comment, snippet } = mine
  const patch: Required<ScorePatch> = {
    levelId: levelId || null,
    points: typeof points === 'number' ? points : null,
    checks: checksPatchOf(base.checks, checks),
    comment: comment || null,
    snippet,
  }
  return Object.fromEntries(units.map(({ member }) => [member, patch[member]]))
}

/** The changed checks of a criterion. Null where none is judged any more: an empty patch would say that no check applies. */
function checksPatchOf(base: Checks, { none, times }: Checks): Record<string, number | null> | null {
  if (!none && times.size === 0) return null
  const changed = [...new Set([...base.times.keys(), ...times.keys()])].filter(
    (id) => base.times.get(id) !== times.get(id),
  )
  return Object.fromEntries(changed.map((id) => [id, times.has(id) ? Number(times.get(id)) : null]))
}

function adjustmentPatchOf({ adjustment: { points, reason } }: Fields): Pick<JudgementPatch, 'adjustment'> {
  if (points === '' && reason === '') return { adjustment: null }
  return typeof points === 'string' || reason === '' ? {} : { adjustment: { points, reason } }
}

/** What differs from `base`, as a merge patch of the feedback; null where nothing does. New annotations without a text are left out. */
export function feedbackPatchOf(base: Fields, mine: Fields): FeedbackPatch | null {
  const changed = changedUnits(base, mine).filter((unit) => unit.of === 'annotation')
  const annotations = changed.flatMap(({ id }) => {
    const patch = annotationPatchOf(base.annotations.get(id), mine.annotations.get(id))
    return patch === undefined ? [] : [[id, patch] as const]
  })
  return orNothing({
    ...(base.body !== mine.body && { body: mine.body }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  })
}

type AnnotationPatch = NonNullable<FeedbackPatch['annotations']>[string]

function annotationPatchOf(was: Annotation | undefined, now: Annotation | undefined): AnnotationPatch | undefined {
  if (now === undefined) return was && null
  const { place, kind, isPrivate, text } = now
  if (was === undefined)
    return text.trim() === '' ? undefined : { ...placePatch(place), kind, private: isPrivate, body: text }
  return {
    ...(!same(was.place, place) && placePatch(place)),
    ...(was.kind !== kind && { kind }),
    ...(was.isPrivate !== isPrivate && { private: isPrivate }),
    ...(was.text !== text && { body: text }),
  }
}

/** A digest that is not known is not sent. */
function placePatch({ anchor, ...lines }: Place): NonNullable<AnnotationPatch> {
  if ('answerKey' in anchor) return { ...lines, anchor }
  const { sha256, ...file } = anchor
  return { ...lines, anchor: sha256 === null ? file : { ...file, sha256 } }
}

/** The fields without half an adjustment and scores that are no numbers, where `base` stands. */
export function wholeJudgement(base: Fields, mine: Fields): Fields {
  const { points, reason } = mine.adjustment
  const isHalf = isUnreadable(points) || (points === '') !== (reason === '')
  return {
    ...mine,
    adjustment: isHalf ? base.adjustment : mine.adjustment,
    scores: new Map([...mine.scores].map(([id, score]) => [id, wholeScore(scoreOf(base, id), score)])),
  }
}

function wholeScore(base: Score, mine: Score): Score {
  const unreadable = [...mine.checks.times].filter(([, times]) => isUnreadable(times)).map(([id]) => id)
  if (unreadable.length === 0 && !isUnreadable(mine.points)) return mine
  const times = new Map(mine.checks.times)
  for (const id of unreadable) {
    const before = base.checks.times.get(id)
    if (before === undefined) times.delete(id)
    else times.set(id, before)
  }
  return {
    ...mine,
    points: isUnreadable(mine.points) ? base.points : mine.points,
    checks: { ...mine.checks, times },
  }
}

/** The fields without new annotations that have no text. An annotation that was saved keeps its text until it has another. */
export function wholeWording(base: Fields, mine: Fields): Fields {
  const blank = blankAnnotations(mine)
  if (blank.length === 0) return mine
  const annotations = new Map(mine.annotations)
  for (const [id, annotation] of blank) {
    const saved = base.annotations.get(id)
    if (saved === undefined) annotations.delete(id)
    else annotations.set(id, { ...annotation, text: saved.text })
  }
  return { ...mine, annotations }
}

/** Saved annotations whose text was emptied, which no document may have. */
export const emptiedAnnotations = (base: Fields, mine: Fields): string[] =>
  blankAnnotations(mine)
    .map(([id]) => id)
    .filter((id) => (base.annotations.get(id)?.text ?? '') !== '')

const blankAnnotations = ({ annotations }: Fields): [id: string, Annotation][] =>
  [...annotations].filter(([, { text }]) => text.trim() === '')

const orNothing = <Patch extends object>(patch: Patch): Patch | null => (Object.keys(patch).length === 0 ? null : patch)
