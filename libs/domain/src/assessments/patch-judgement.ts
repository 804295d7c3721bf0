import type { Issue } from '../errors/domain-error.ts'
import { blankMessage, isBlank } from '../documents/required-text.ts'
import { jsonPath } from '../json/json-path.ts'
import { everyPart, hasChangedSince, type PartRevisions } from '../documents/part-revisions.ts'
import type { Adjustment, Score, Scores } from '../rubrics/score.ts'
import { isSameJson, type JsonValue, mergePatch } from '../json/merge-patch.ts'

export interface JudgementDocument {
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  /** For staff, never for students. */
  readonly privateNote: string
}

/** A merge patch of a judgement; null removes a member. */
export interface JudgementPatch {
  readonly scores?: Readonly<Record<string, object | null>> | null
  readonly adjustment?: object | null
  readonly privateNote?: string | null
}

/** A part with a revision of its own: `adjustment`, `privateNote`, or `scores.` with the id of a criterion. */
type JudgementPart = string

export interface PatchedJudgement {
  readonly judgement: JudgementDocument
  readonly changed: readonly JudgementPart[]
  /** Problems of the whole judgement that do not depend on the rubric. */
  readonly issues: readonly Issue[]
  /** The snippets that scores refer to and did not refer to before, once for each score. */
  readonly newSnippets: readonly string[]
}

const adjustmentPart = 'adjustment'
const notePart = 'privateNote'
const scorePrefix = 'scores.'

const maxJudgementBytes = 700_000

/** The parts that the patch names, whether or not it changes them. `scores: null` names each score that there is. */
export function touchedParts(before: JudgementDocument, patch: JudgementPatch): readonly JudgementPart[] {
  const scores = patch.scores === null ? before.scores : (patch.scores ?? {})
  return [
    ...Object.keys(scores).map((id) => scorePrefix + id),
    ...(patch.adjustment === undefined ? [] : [adjustmentPart]),
    ...(patch.privateNote === undefined ? [] : [notePart]),
  ]
}

/** The caller asks the rubric afterwards whether the scores are possible. */
export function patchJudgement(before: JudgementDocument, patch: JudgementPatch): PatchedJudgement {
  const merged = mergePatch(before as unknown as JsonValue, patch as JsonValue) as unknown as Partial<JudgementDocument>
  const judgement: JudgementDocument = {
    // A score without any member is removed.
    scores: Object.fromEntries(
      Object.entries(merged.scores ?? {}).filter(([, score]) => Object.keys(score).length > 0),
    ),
    adjustment: merged.adjustment ?? null,
    privateNote: merged.privateNote ?? '',
  }
  const changed = touchedParts(before, patch).filter(
    (part) => !isSameJson(valueOf(before, part) as JsonValue, valueOf(judgement, part) as JsonValue),
  )
  return { judgement, changed, issues: judgementIssues(judgement), newSnippets: newSnippets(before, judgement) }
}

/** The parts changed since, among those with a revision of their own, the scores of `criteria`, and the `touched` parts. */
export function partsChangedSince(
  partRevisions: PartRevisions,
  revision: number,
  {
    criteria,
    touched,
  }: { readonly criteria: readonly { readonly id: string }[]; readonly touched: readonly JudgementPart[] },
): readonly JudgementPart[] {
  const own = Object.keys(partRevisions).filter((part) => part !== everyPart)
  const all = new Set([...own, ...criteria.map(({ id }) => scorePrefix + id), adjustmentPart, notePart, ...touched])
  return [...all].filter((part) => hasChangedSince(partRevisions, revision, part))
}

/** The issues of a whole judgement that are about `parts`. */
export function issuesOfParts<Found extends Pick<Issue, 'path'>>(
  issues: readonly Found[],
  parts: readonly JudgementPart[],
): readonly Found[] {
  const paths = parts.map(pathOfPart)
  return issues.filter(({ path }) =>
    paths.some((own) => path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`)),
  )
}

export function pathOfPart(part: JudgementPart): string {
  return jsonPath(part.startsWith(scorePrefix) ? ['scores', part.slice(scorePrefix.length)] : [part])
}

function valueOf(judgement: JudgementDocument, part: JudgementPart): unknown {
  if (part === adjustmentPart) return judgement.adjustment
  if (part === notePart) return judgement.privateNote
  return scoreOf(judgement.scores, part.slice(scorePrefix.length))
}

function scoreOf(scores: Scores, id: string): Score | undefined {
  return Object.hasOwn(scores, id) ? scores[id] : undefined
}

function judgementIssues({ scores, adjustment, privateNote }: JudgementDocument): Issue[] {
  const required = (path: readonly string[]): Issue => ({
    path: jsonPath(path),
    code: 'required',
    message: 'Required.',
  })
  const ofSnippets = Object.entries(scores).flatMap(([id, { snippet }]) =>
    snippet === undefined
      ? []
      : (['snippetId', 'edited'] as const).flatMap((member) =>
          snippet[member] === undefined ? [required(['scores', id, 'snippet', member])] : [],
        ),
  )
  const ofAdjustment =
    adjustment === null
      ? []
      : (['points', 'reason'] as const).flatMap((member) =>
          adjustment[member] === undefined ? [required(['adjustment', member])] : [],
        )
  const isBlankReason = adjustment?.reason !== undefined && isBlank(adjustment.reason)
  const texts = [JSON.stringify(scores), JSON.stringify(adjustment), privateNote]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const message = `Scores, adjustment and note would have more than ${maxJudgementBytes} bytes.`
  return [
    ...ofSnippets,
    ...ofAdjustment,
    ...(isBlankReason
      ? [{ path: jsonPath(['adjustment', 'reason']), code: 'invalid_value', message: blankMessage } as const]
      : []),
    ...(bytes > maxJudgementBytes ? [{ path: '$', code: 'too_large', message } as const] : []),
  ]
}

function newSnippets(before: JudgementDocument, after: JudgementDocument): string[] {
  return Object.entries(after.scores).flatMap(([id, { snippet }]) => {
    const snippetId = snippet?.snippetId
    return snippetId === undefined || snippetId === scoreOf(before.scores, id)?.snippet?.snippetId ? [] : [snippetId]
  })
}
