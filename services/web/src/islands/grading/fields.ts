import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'

/** What the fields of the grading page hold, by path. A path is the name of the form's field; an empty text is absent. */
export type Fields = Readonly<Record<string, string>>

/** Ids of criteria, checks and annotations have no slash. */
export const paths = {
  levelId: (criterionId: string) => `scores/${criterionId}/levelId`,
  points: (criterionId: string) => `scores/${criterionId}/points`,
  comment: (criterionId: string) => `scores/${criterionId}/comment`,
  /** How many times a check applies. */
  check: (criterionId: string, checkId: string) => `scores/${criterionId}/checks/${checkId}`,
  /** `yes` where it was judged that no check applies, which differs from not being judged. */
  none: (criterionId: string) => `scores/${criterionId}/none`,
  /** JSON that says which snippet the comment came from. */
  snippet: (criterionId: string) => `scores/${criterionId}/snippet`,
  adjustment: 'adjustment/points',
  reason: 'adjustment/reason',
  privateNote: 'privateNote',
  body: 'body',
  /** JSON that says what an annotation is about. An annotation without a place does not exist. */
  place: (annotationId: string) => `annotations/${annotationId}/place`,
  kind: (annotationId: string) => `annotations/${annotationId}/kind`,
  /** `yes` if the annotation is for staff alone. */
  isPrivate: (annotationId: string) => `annotations/${annotationId}/private`,
  text: (annotationId: string) => `annotations/${annotationId}/body`,
} as const

const someId = '[a-z0-9][a-z0-9-]{0,39}'
const somePath = new RegExp(
  [
    `^scores/${someId}/(?:levelId|points|comment|none|snippet|checks/${someId})$`,
    '^adjustment/(?:points|reason)$',
    '^(?:privateNote|body)$',
    '^annotations/[A-Za-z0-9_-]{1,40}/(?:place|kind|private|body)$',
  ].join('|'),
)

/** Whether a form's field is one of these paths: what a form sends may be anything. */
export const isPath = (name: string): boolean => somePath.test(name)

type Annotation = FeedbackDocument['annotations'][string]
/** The lines that an annotation is about, and their file or answer. */
export type Place = Pick<Annotation, 'anchor' | 'startLine' | 'endLine' | 'startColumn' | 'endColumn'>

export const fieldsOfAssessment = ({ scores, adjustment, privateNote }: Judgement): Fields =>
  withoutEmpty([
    ...Object.entries(scores).flatMap(([id, { levelId = '', checks, points, comment = '', snippet }]) => [
      [paths.levelId(id), levelId] as const,
      ...Object.entries(checks ?? {}).map(([check, times]) => [paths.check(id, check), String(times)] as const),
      [paths.none(id), checks !== undefined && Object.keys(checks).length === 0 ? 'yes' : ''] as const,
      [paths.points(id), points === undefined ? '' : String(points)] as const,
      [paths.comment(id), comment] as const,
      [paths.snippet(id), snippet === undefined ? '' : snippetText(snippet)] as const,
    ]),
    [paths.adjustment, adjustment === null ? '' : String(adjustment.points)],
    // The reason's field has one line.
    [paths.reason, adjustment?.reason.replaceAll(/[\r\n]+/g, ' ') ?? ''],
    [paths.privateNote, privateNote],
  ])

type Judgement = Pick<Assessment, 'scores' | 'adjustment' | 'privateNote'>

export const fieldsOfFeedback = ({ body, annotations }: Pick<FeedbackDocument, 'body' | 'annotations'>): Fields =>
  withoutEmpty([
    [paths.body, body],
    ...Object.entries(annotations).flatMap(([id, annotation]) => [
      [paths.place(id), placeText(annotation)] as const,
      [paths.kind(id), annotation.kind] as const,
      [paths.isPrivate(id), annotation.private ? 'yes' : ''] as const,
      [paths.text(id), annotation.body] as const,
    ]),
  ])

/** One place has one text, whatever the order of its members. */
export function placeText({ anchor, startLine, endLine, startColumn, endColumn }: Place): string {
  const about =
    'answerKey' in anchor
      ? { answerKey: anchor.answerKey }
      : { fileId: anchor.fileId, path: anchor.path, sha256: anchor.sha256 }
  return JSON.stringify({ anchor: about, startLine, endLine, startColumn, endColumn })
}

/** One snippet has one text, whatever the order of its members. */
export const snippetText = ({ snippetId, edited }: NonNullable<Judgement['scores'][string]['snippet']>): string =>
  JSON.stringify({ snippetId, edited })

/** Line ends become LF: browsers show each as LF and send CRLF, which is read as LF, so any other one would come back as a change. */
function withoutEmpty(entries: readonly (readonly [path: string, value: string])[]): Fields {
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '').map(([path, value]) => [path, value.replaceAll(/\r\n?/g, '\n')]),
  )
}

export interface AnnotationFields {
  readonly id: string
  readonly place: Place
  readonly kind: Annotation['kind']
  readonly isPrivate: boolean
  readonly text: string
}

/** A key changes one of many annotations: fields and places that were read before are not read again. */
const annotationsByFields = new WeakMap<Fields, readonly AnnotationFields[]>()
const placesByText = new Map<string, Place>()
const mostPlaces = 10_000
/** The places that a page makes are shorter. A form may claim longer ones, which are not worth keeping. */
const longestPlace = 2_000

/** The annotations, in the order of their lines. Places with one text are one object. */
export function annotationsIn(fields: Fields): readonly AnnotationFields[] {
  const known = annotationsByFields.get(fields)
  if (known !== undefined) return known
  const found = readAnnotations(fields)
  annotationsByFields.set(fields, found)
  return found
}

/** The fields of both documents as one, with the annotations of the feedback's fields. */
export function together(judgement: Fields, wording: Fields): Fields {
  const fields = { ...judgement, ...wording }
  annotationsByFields.set(fields, annotationsIn(wording))
  return fields
}

function placeIn(text: string): Place {
  const known = placesByText.get(text)
  if (known !== undefined) return known
  const place = JSON.parse(text) as Place
  if (text.length > longestPlace) return place
  if (placesByText.size >= mostPlaces) placesByText.clear()
  placesByText.set(text, place)
  return place
}

function readAnnotations(fields: Fields): AnnotationFields[] {
  const [before, after] = ['annotations/', '/place'] as const
  const places = Object.keys(fields).filter((path) => path.startsWith(before) && path.endsWith(after))
  return places.map((path) => {
    const id = path.slice(before.length, -after.length)
    return {
      id,
      place: placeIn(fields[path] ?? ''),
      kind: (fields[paths.kind(id)] ?? 'note') as Annotation['kind'],
      isPrivate: fields[paths.isPrivate(id)] === 'yes',
      text: fields[paths.text(id)] ?? '',
    }
  })
}

/** A change to an empty text removes the field. */
export function changedFields(fields: Fields, changes: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== ''))
}

export function withoutAnnotations(fields: Fields, ids: readonly string[]): Fields {
  const those = new Set(ids)
  const isOf = (path: string): boolean => path.startsWith('annotations/') && those.has(path.split('/')[1] ?? '')
  return Object.fromEntries(Object.entries(fields).filter(([path]) => !isOf(path)))
}

export const fieldsOfAnnotation = (fields: Fields, id: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([path]) => path.startsWith(`annotations/${id}/`)))

/** The fields with some paths as `other` has them. */
export function withPathsOf(fields: Fields, paths: readonly string[], other: Fields): Fields {
  if (paths.length === 0) return fields
  const those = new Set(paths)
  const kept = Object.entries(fields).filter(([path]) => !those.has(path))
  const taken = paths.flatMap((path) => (other[path] === undefined ? [] : [[path, other[path]] as const]))
  return Object.fromEntries([...kept, ...taken])
}

export const changedPaths = (before: Fields, after: Fields): string[] => [
  ...Object.keys(before).filter((path) => before[path] !== after[path]),
  ...Object.keys(after).filter((path) => before[path] === undefined),
]

export const sameFields = (a: Fields, b: Fields): boolean => changedPaths(a, b).length === 0

/** Whether a field is of the feedback document; all others are of the assessment. */
export const isWording = (path: string): boolean => path === paths.body || path.startsWith('annotations/')

export const fieldsOfDocument = (fields: Fields, document: 'judgement' | 'wording'): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([path]) => isWording(path) === (document === 'wording')))
