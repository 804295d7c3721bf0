import type { Issue } from '../errors/domain-error.ts'
import { blankMessage, isBlank } from '../documents/required-text.ts'
import { jsonPath } from '../json/json-path.ts'
import { changedSince, type DocumentPart, documentParts, partsWithRevision } from '../documents/document-parts.ts'
import type { PartRevisions } from '../documents/part-revisions.ts'
import type { Adjustment, Score, Scores } from '../rubrics/score.ts'
import { type JsonValue, mergePatch } from '../json/merge-patch.ts'

export interface JudgementDocument {
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly privateNote: string
}

/** A merge patch of a judgement; null removes a member. */
export interface JudgementPatch {
  readonly scores?: Readonly<Record<string, object | null>> | null
  readonly adjustment?: object | null
  readonly privateNote?: string | null
}

export interface PatchedJudgement {
  readonly judgement: JudgementDocument
  readonly changed: readonly DocumentPart[]
  readonly issues: readonly Issue[]
  /** The snippets that scores refer to and did not refer to before, once for each score. */
  readonly newSnippets: readonly string[]
}

export const judgementParts = documentParts<Score>('scores', ['scores', 'adjustment', 'privateNote'])

const maxJudgementBytes = 700_000

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
  const changed = judgementParts.changed(before, judgement, judgementParts.touched(before, patch))
  const newSnippets = judgementParts.newSnippets(before, judgement, changed)
  return { judgement, changed, issues: judgementIssues(judgement), newSnippets }
}

/** The parts changed since, among those with a revision of their own, the scores of `criteria`, and the `touched` parts. */
export function partsChangedSince(
  partRevisions: PartRevisions,
  revision: number,
  {
    criteria,
    touched,
  }: { readonly criteria: readonly { readonly id: string }[]; readonly touched: readonly DocumentPart[] },
): readonly DocumentPart[] {
  const scores = criteria.map(({ id }) => judgementParts.partOf(id))
  const own = partsWithRevision(partRevisions)
  return changedSince(partRevisions, revision, [...own, ...scores, 'adjustment', 'privateNote', ...touched])
}

export function issuesOfParts<Found extends Pick<Issue, 'path'>>(
  issues: readonly Found[],
  parts: readonly DocumentPart[],
): readonly Found[] {
  const paths = parts.map(judgementParts.pathOf)
  return issues.filter(({ path }) =>
    paths.some((own) => path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`)),
  )
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
