import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable, orNull, recordIdPattern, revisionOf } from '../schemas/paging.ts'
import { versionNumber } from '../rubrics/rubric.ts'
import { personRef } from '../schemas/person-ref.ts'

const closed = { additionalProperties: false } as const

export const feedbackBody = Type.String({
  maxLength: 200_000,
  description: 'CommonMark with the tables, task lists and strikethrough of GitHub.',
})

const line = Type.Integer({ minimum: 1, maximum: 10_000_000 })
const annotationBody = Type.String({
  maxLength: 10_000,
  description: 'The same Markdown as in the body of the document.',
})
const ids = Type.String({ maxLength: 40 })
export const annotationKinds = ['praise', 'issue', 'question', 'note'] as const
const kind = Type.Enum([...annotationKinds], { type: 'string' })
const language = Type.String({ minLength: 1, maxLength: 35, description: 'A language of the course.' })

const fileAnchor = {
  fileId: upstreamId('A file of the submission.'),
  path: Type.String({ minLength: 1, maxLength: 1_000 }),
}
const answerKey = Type.String({ minLength: 1, maxLength: 200, description: 'The answer of a form.' })

const annotation = Type.Object(
  {
    anchor: Type.Union([Type.Object({ ...fileAnchor, sha256: nullable(Type.String()) }), Type.Object({ answerKey })]),
    startLine: line,
    endLine: line,
    startColumn: Type.Optional(line),
    endColumn: Type.Optional(line),
    kind,
    body: annotationBody,
    criterionId: Type.Optional(ids),
    checkId: Type.Optional(ids),
    snippet: Type.Optional(Type.Object({ snippetId: Type.String(), edited: Type.Boolean() })),
    private: Type.Boolean({ description: 'Whether it is only for staff.' }),
  },
  { title: 'Annotation', description: 'A remark about lines of a file, or of the text of a form answer.' },
)

const annotations = Type.Unsafe<Record<string, Static<typeof annotation>>>({
  type: 'object',
  additionalProperties: annotation,
  description: 'The annotations by ids that their writer chose.',
})

const removes = 'null removes it.'
const annotationPatch = Type.Object(
  {
    anchor: Type.Optional(
      Type.Object(
        {
          fileId: Type.Optional(orNull(fileAnchor.fileId)),
          path: Type.Optional(orNull(fileAnchor.path)),
          sha256: Type.Optional(orNull(Type.String({ pattern: '^[0-9a-f]{64}$' }))),
          answerKey: Type.Optional(orNull(answerKey)),
        },
        closed,
      ),
    ),
    startLine: Type.Optional(line),
    endLine: Type.Optional(line),
    startColumn: Type.Optional(orNull(line)),
    endColumn: Type.Optional(orNull(line)),
    kind: Type.Optional(kind),
    body: Type.Optional(annotationBody),
    criterionId: Type.Optional(orNull(ids)),
    checkId: Type.Optional(orNull(ids)),
    snippet: Type.Optional(
      orNull(Type.Object({ snippetId: Type.Optional(ids), edited: Type.Optional(Type.Boolean()) }, closed)),
    ),
    private: Type.Optional(Type.Boolean()),
  },
  closed,
)
type AnnotationPatch = Static<typeof annotationPatch>

/** The body of a save of a document. The schema does not check whether the merged document is complete. */
export const feedbackPatch = Type.Object(
  {
    language: Type.Optional(language),
    body: Type.Optional(orNull(feedbackBody)),
    annotations: Type.Optional(
      Type.Unsafe<Record<string, AnnotationPatch | null> | null>({
        type: ['object', 'null'],
        propertyNames: { pattern: '^[A-Za-z0-9_-]{1,40}$' },
        additionalProperties: orNull(annotationPatch),
        description: `Changes of annotations by their ids; ${removes}`,
      }),
    ),
  },
  {
    title: 'FeedbackPatch',
    ...closed,
    description: 'A JSON Merge Patch (RFC 7396) of language, body and annotations.',
  },
)

const feedbackStates = ['draft', 'published', 'withdrawn'] as const

export const feedbackDocument = Type.Object(
  {
    id: Type.String(),
    courseId: upstreamId('The course.'),
    language,
    target: Type.Union([
      Type.Object({
        type: Type.Literal('submission'),
        submissionId: upstreamId('The submission.'),
        exerciseId: upstreamId('Its exercise.'),
      }),
      Type.Object({ type: Type.Literal('student'), userId: upstreamId('The student.') }),
    ]),
    state: Type.Enum([...feedbackStates], { type: 'string' }),
    revision: revisionOf('Rises with every change of the document.'),
    assessmentId: nullable(Type.String({ description: 'The assessment; null for a document about a student.' })),
    body: feedbackBody,
    annotations,
    author: personRef,
    updatedBy: personRef,
    createdAt: instant('When it began.'),
    updatedAt: instant('When it last changed.'),
    publishedAt: nullable(instant('When students could first read its latest published version.')),
    readAt: nullable(instant('When a student first read that version.')),
  },
  { title: 'FeedbackDocument', description: 'A document that students read about a submission, or about themselves.' },
)
export type FeedbackDocument = Static<typeof feedbackDocument>

export const feedbackParams = Type.Object({
  id: Type.String({ pattern: recordIdPattern, description: 'The document.' }),
})

export const feedbackVersionParams = Type.Object({
  id: Type.String({ pattern: recordIdPattern, description: 'The document.' }),
  n: versionNumber('Number of the version.'),
})

const versionRow = {
  number: Type.Integer({ minimum: 1, description: 'From 1.' }),
  language,
  savedBy: personRef,
  begunAt: instant('The time of the first save of the version.'),
  savedAt: instant('The time of its last save.'),
  closedAt: nullable(instant('When it was published, or frozen by a completion.')),
}
export const feedbackVersionBrief = Type.Object(versionRow, {
  title: 'FeedbackVersionBrief',
  description:
    'A version without its text. Saves of one person within five minutes make one version, until it is closed.',
})
export const feedbackVersion = Type.Object(
  { ...versionRow, body: feedbackBody, annotations },
  { title: 'FeedbackVersion', description: 'A version with its text.' },
)
export type FeedbackVersionBrief = Static<typeof feedbackVersionBrief>
export type FeedbackVersion = Static<typeof feedbackVersion>
