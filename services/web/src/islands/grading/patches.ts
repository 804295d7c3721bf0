import type { patchAssessment } from '@course-grading/contracts/assessments/patch-assessment'
import type { patchFeedback } from '@course-grading/contracts/feedback/patch-feedback'
import type { BodyOf } from '@course-grading/contracts/operation/operation'
import {
  type AnnotationFields,
  annotationsIn,
  changedPaths,
  type Fields,
  isPath,
  paths,
  type Place,
  placeText,
  withoutAnnotations,
  withPathsOf,
} from './fields.ts'
import { isNumber, numberAt } from './typed-values.ts'

export type JudgementPatch = BodyOf<typeof patchAssessment>
export type FeedbackPatch = BodyOf<typeof patchFeedback>
type ScorePatch = NonNullable<NonNullable<JudgementPatch['scores']>[string]>

/** What differs from `base`, as a merge patch of the judgement; null where nothing does. Both are whole. */
export function judgementPatchOf(base: Fields, mine: Fields): JudgementPatch | null {
  const scores = recordOf<ScorePatch>()
  const patch: JudgementPatch = {}
  const changed = changedPaths(base, mine)
  const checks = checksOf(mine, changed)
  for (const path of changed) {
    const value = mine[path]
    const [kind, criterionId = '', member] = path.split('/')
    if (path === paths.privateNote) patch.privateNote = value ?? null
    if (kind !== 'scores') continue
    const score = (scores[criterionId] ??= {})
    if (member === 'levelId') score.levelId = value ?? null
    if (member === 'comment') score.comment = value ?? null
    if (member === 'points') score.points = value === undefined ? null : numberAt(path, value)
    if (member === 'snippet')
      score.snippet = value === undefined ? null : (JSON.parse(value) as NonNullable<ScorePatch['snippet']>)
    if ((member === 'checks' || member === 'none') && score.checks === undefined) score.checks = checks(criterionId)
  }
  if (Object.keys(scores).length > 0) patch.scores = scores
  return orNothing({ ...patch, ...adjustmentPatchOf(base, mine) })
}

/**
 * The changed checks of a criterion. Null where none is judged any more: an empty patch would say that no check applies. All criteria are
 * read at once, since a form may have thousands of fields.
 */
function checksOf(
  mine: Fields,
  changed: readonly string[],
): (criterionId: string) => Record<string, number | null> | null {
  const isJudgement = (path: string): boolean => /^scores\/[^/]+\/(?:none$|checks\/)/.test(path)
  const criterionOf = (path: string): string => path.split('/')[1] ?? ''
  const judged = new Set(Object.keys(mine).filter(isJudgement).map(criterionOf))
  const checks = changed.filter((path) => /^scores\/[^/]+\/checks\//.test(path))
  const byCriterion = Map.groupBy(checks, criterionOf)
  return (criterionId) =>
    judged.has(criterionId)
      ? Object.fromEntries(
          (byCriterion.get(criterionId) ?? []).map((path) => [
            path.slice(paths.check(criterionId, '').length),
            mine[path] === undefined ? null : Number(mine[path]),
          ]),
        )
      : null
}

function adjustmentPatchOf(base: Fields, mine: Fields): Pick<JudgementPatch, 'adjustment'> {
  const points = mine[paths.adjustment]
  const reason = mine[paths.reason]
  if (points === base[paths.adjustment] && reason === base[paths.reason]) return {}
  if (points === undefined && reason === undefined) return { adjustment: null }
  const number = points === undefined ? null : numberAt(paths.adjustment, points)
  return number === null || reason === undefined ? {} : { adjustment: { points: number, reason } }
}

/** What differs from `base`, as a merge patch of the feedback; null where nothing does. New annotations without a text are left out. */
export function feedbackPatchOf(base: Fields, mine: Fields): FeedbackPatch | null {
  const [before, now] = [byId(base), byId(mine)]
  const annotations = recordOf<AnnotationPatch>()
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const patch = annotationPatchOf(before.get(id), now.get(id))
    if (patch !== undefined) annotations[id] = patch
  }
  return orNothing({
    ...(base[paths.body] !== mine[paths.body] && { body: mine[paths.body] ?? '' }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  })
}

const byId = (fields: Fields): Map<string, AnnotationFields> =>
  new Map(annotationsIn(fields).map((annotation) => [annotation.id, annotation]))

type AnnotationPatch = NonNullable<FeedbackPatch['annotations']>[string]

function annotationPatchOf(
  was: AnnotationFields | undefined,
  now: AnnotationFields | undefined,
): AnnotationPatch | undefined {
  if (now === undefined) return was && null
  const { place, kind, isPrivate, text } = now
  if (was === undefined)
    return text.trim() === '' ? undefined : { ...placePatch(place), kind, private: isPrivate, body: text }
  const patch: AnnotationPatch = {
    ...(was.place !== place && JSON.stringify(was.place) !== JSON.stringify(place) && placePatch(place)),
    ...(was.kind !== kind && { kind }),
    ...(was.isPrivate !== isPrivate && { private: isPrivate }),
    ...(was.text !== text && { body: text }),
  }
  return orNothing(patch) ?? undefined
}

/** A digest that is not known is not sent. */
function placePatch({ anchor, ...lines }: Place): NonNullable<AnnotationPatch> {
  if ('answerKey' in anchor) return { ...lines, anchor }
  const { sha256, ...file } = anchor
  return { ...lines, anchor: sha256 === null ? file : { ...file, sha256 } }
}

/** The paths of scores that are no numbers. */
export const unreadableScores = (fields: Fields): string[] =>
  Object.keys(fields).filter(
    (path) => path.startsWith('scores/') && isNumber(path) && numberAt(path, fields[path] ?? '') === null,
  )

/** The fields without half an adjustment and scores that are no numbers, where `base` stands. */
export function wholeJudgement(base: Fields, mine: Fields): Fields {
  const points = mine[paths.adjustment]
  const isHalf =
    points === undefined
      ? mine[paths.reason] !== undefined
      : numberAt(paths.adjustment, points) === null || mine[paths.reason] === undefined
  const unfinished = unreadableScores(mine)
  return withPathsOf(mine, isHalf ? [...unfinished, paths.adjustment, paths.reason] : unfinished, base)
}

/** The fields without new annotations that have no text. An annotation that was saved keeps its text until it has another. */
export function wholeWording(base: Fields, mine: Fields): Fields {
  const isSaved = (id: string): boolean => base[paths.place(id)] !== undefined
  const blank = blankAnnotations(mine)
  return withPathsOf(
    withoutAnnotations(
      mine,
      blank.filter((id) => !isSaved(id)),
    ),
    blank.filter(isSaved).map(paths.text),
    base,
  )
}

/** Saved annotations whose text was emptied, which no document may have. */
export const emptiedAnnotations = (base: Fields, mine: Fields): string[] =>
  blankAnnotations(mine).filter((id) => base[paths.text(id)] !== undefined)

const blankAnnotations = (fields: Fields): string[] =>
  annotationsIn(fields)
    .filter(({ text }) => text.trim() === '')
    .map(({ id }) => id)

/** The fields that a patch has, by their paths. */
export function fieldsOfPatch(patch: JudgementPatch | FeedbackPatch): Fields {
  const added = Object.entries('annotations' in patch ? (patch.annotations ?? {}) : {})
  return Object.fromEntries([
    ...leavesOf(patch, '').filter(([path]) => isPath(path)),
    ...added.flatMap(([id, annotation]) => {
      const place = annotation && placeOf(annotation)
      return place ? [[paths.place(id), placeText(place)] as const] : []
    }),
  ])
}

/** Null for an annotation whose place the patch does not change. */
function placeOf({ anchor, startLine, endLine, startColumn, endColumn }: NonNullable<AnnotationPatch>): Place | null {
  const { answerKey, fileId, path, sha256 = null } = anchor ?? {}
  if (!startLine || !endLine) return null
  const lines = { startLine, endLine, ...(startColumn && { startColumn }), ...(endColumn && { endColumn }) }
  if (answerKey) return { anchor: { answerKey }, ...lines }
  return fileId && path ? { anchor: { fileId, path, sha256 }, ...lines } : null
}

function leavesOf(value: unknown, at: string): (readonly [path: string, value: string])[] {
  if (typeof value !== 'object' || value === null)
    return value === null ? [] : [[at, typeof value === 'string' ? value : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, at === '' ? name : `${at}/${name}`))
}

const orNothing = <Patch extends object>(patch: Patch): Patch | null => (Object.keys(patch).length === 0 ? null : patch)

/** The object has no prototype, since its names come from a form. */
const recordOf = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>
