import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'

/** A number. What cannot be read as one stays as it was typed, and is not saved; an empty text is none. */
export type TypedNumber = number | string

export interface Checks {
  /** Whether it was judged that no check applies, which differs from not being judged. */
  readonly none: boolean
  /** How many times a check applies, by its id. */
  readonly times: ReadonlyMap<string, TypedNumber>
}

/** What is judged of a criterion. An empty text is absent. */
export interface Score {
  readonly levelId: string
  readonly points: TypedNumber
  readonly checks: Checks
  readonly comment: string
  /** The snippet that the comment came from. */
  readonly snippet: { readonly snippetId: string; readonly edited: boolean } | null
}

export interface Adjustment {
  readonly points: TypedNumber
  readonly reason: string
}

/** The lines that an annotation is about, and their file or answer. */
export type Place = Pick<
  FeedbackDocument['annotations'][string],
  'anchor' | 'startLine' | 'endLine' | 'startColumn' | 'endColumn'
>

export interface Annotation extends Pick<FeedbackDocument['annotations'][string], 'kind'> {
  readonly place: Place
  readonly isPrivate: boolean
  readonly text: string
}

/** What the grading page holds of both documents. The ids come from a form, so that they are no names of members. */
export interface Fields {
  readonly scores: ReadonlyMap<string, Score>
  readonly adjustment: Adjustment
  /** The private note. */
  readonly note: string
  readonly body: string
  readonly annotations: ReadonlyMap<string, Annotation>
}

export const noScore: Score = {
  levelId: '',
  points: '',
  checks: { none: false, times: new Map() },
  comment: '',
  snippet: null,
}

const noAdjustment: Adjustment = { points: '', reason: '' }
export const noFields: Fields = {
  scores: new Map(),
  adjustment: noAdjustment,
  note: '',
  body: '',
  annotations: new Map(),
}

export const scoreOf = ({ scores }: Fields, criterionId: string): Score => scores.get(criterionId) ?? noScore

export const fieldsOfAssessment = ({ scores, adjustment, privateNote }: Judgement): Fields => ({
  ...noFields,
  scores: new Map(Object.entries(scores).map(([id, score]) => [id, readScore(score)])),
  // The reason's field has one line.
  adjustment:
    adjustment === null ? noAdjustment : { ...adjustment, reason: adjustment.reason.replaceAll(/[\r\n]+/g, ' ') },
  note: asDrawn(privateNote),
})

type Judgement = Pick<Assessment, 'scores' | 'adjustment' | 'privateNote'>

const readScore = ({ levelId, points, checks, comment, snippet }: Judgement['scores'][string]): Score => ({
  levelId: levelId ?? '',
  points: points ?? '',
  checks: {
    none: checks !== undefined && Object.keys(checks).length === 0,
    times: new Map(Object.entries(checks ?? {})),
  },
  comment: asDrawn(comment ?? ''),
  snippet: snippet ?? null,
})

export const fieldsOfFeedback = ({ body, annotations }: Pick<FeedbackDocument, 'body' | 'annotations'>): Fields => ({
  ...noFields,
  body: asDrawn(body),
  annotations: new Map(
    Object.entries(annotations).map(([id, { kind, private: isPrivate, body: text, ...about }]) => [
      id,
      { place: placeIn(about), kind, isPrivate, text: asDrawn(text) },
    ]),
  ),
})

/** The members of a place alone, since an annotation has others. */
const placeIn = ({ anchor, startLine, endLine, startColumn, endColumn }: Place): Place => ({
  anchor,
  startLine,
  endLine,
  ...(startColumn !== undefined && { startColumn }),
  ...(endColumn !== undefined && { endColumn }),
})

/** Browsers show each line end as LF and send CRLF, which is read as LF, so any other one would come back as a change. */
const asDrawn = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** The fields of each of the two documents, and of both. */
export const judgementOf = (fields: Fields): Fields => ({ ...fields, body: '', annotations: noFields.annotations })
export const wordingOf = ({ body, annotations }: Fields): Fields => ({ ...noFields, body, annotations })
export const together = (judgement: Fields, { body, annotations }: Fields): Fields => ({
  ...judgement,
  body,
  annotations,
})

/** What somebody changes of the fields as they are now, which may be newer than those that were drawn. */
export type Change = (fields: Fields) => Fields

export const withScore =
  (criterionId: string, change: (score: Score) => Partial<Score>): Change =>
  (fields) => {
    const score = scoreOf(fields, criterionId)
    return { ...fields, scores: new Map(fields.scores).set(criterionId, { ...score, ...change(score) }) }
  }

/** A check that applies takes back that none does. */
export function withCheck({ none, times }: Checks, checkId: string, typed: TypedNumber): Checks {
  const next = new Map(times).set(checkId, typed)
  if (typed === '') next.delete(checkId)
  return { none: none && !(typeof typed === 'number' && typed > 0), times: next }
}

export const withAdjustment =
  (change: Partial<Adjustment>): Change =>
  (fields) => ({ ...fields, adjustment: { ...fields.adjustment, ...change } })

/** A new annotation is whole. */
export const withAnnotation =
  (id: string, change: Annotation | Partial<Annotation>): Change =>
  (fields) => {
    const annotation = { ...fields.annotations.get(id), ...change }
    return 'place' in annotation
      ? { ...fields, annotations: new Map(fields.annotations).set(id, annotation as Annotation) }
      : fields
  }

export const withoutAnnotations =
  (ids: readonly string[]): Change =>
  (fields) => {
    const annotations = new Map(fields.annotations)
    for (const id of ids) annotations.delete(id)
    return { ...fields, annotations }
  }
