import Type, { type Static } from 'typebox'
import { maxId, upstreamId } from '../schemas/ids.ts'
import { instant, nullable, revisionOf } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { rubricDocument } from './rubric-document.ts'

export const rubricStates = ['draft', 'published', 'archived'] as const

export const rubricTitle = (description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  })

const brief = {
  rubricId: Type.String(),
  courseId: upstreamId('The course.'),
  state: Type.Enum([...rubricStates], {
    type: 'string',
    description: '`draft` until it is first published; an archived one is not offered for exercises.',
  }),
  revision: revisionOf('Rises with every change of the rubric.'),
  title: rubricTitle('The title of the latest version, or else of the draft.'),
  hasDraft: Type.Boolean({ description: 'Whether it has a draft.' }),
  latestVersion: nullable(Type.Integer({ minimum: 1, description: 'Rises with every published change of structure.' })),
  latestWording: nullable(
    Type.Integer({ minimum: 1, description: 'Is raised with every published change of only texts.' }),
  ),
  exerciseIds: Type.Array(Type.Integer(), { description: 'Exercises that are graded by it.' }),
  createdAt: instant('When it was made.'),
  updatedAt: instant('When it last changed.'),
}

export const rubricBrief = Type.Object(brief, {
  title: 'RubricBrief',
  description: 'A rubric without its documents.',
})
export type RubricBrief = Static<typeof rubricBrief>

export const rubric = Type.Object(
  {
    ...brief,
    uses: Type.Array(
      Type.Object({
        version: Type.Integer({ minimum: 1 }),
        inProgress: Type.Integer({ minimum: 0 }),
        completed: Type.Integer({ minimum: 0 }),
      }),
      { description: 'How many assessments each version has, by version; only versions that have some.' },
    ),
    draft: nullable(rubricDocument),
    latest: nullable(rubricDocument),
  },
  { title: 'Rubric', description: 'A rubric with its draft and its latest version.' },
)
export type Rubric = Static<typeof rubric>

const version = {
  version: Type.Integer({ minimum: 1 }),
  wording: Type.Integer({ minimum: 1 }),
  title: rubricTitle('Its title.'),
  publishedAt: instant('When it was published.'),
  userId: upstreamId('Who published it.'),
  by: personRef,
}

export const rubricVersion = Type.Object(version, {
  title: 'RubricVersion',
  description: 'One wording of one version.',
})
export type RubricVersion = Static<typeof rubricVersion>

export const rubricVersionDetail = Type.Object(
  { ...version, document: rubricDocument },
  { title: 'RubricVersionDetail', description: 'One wording of one version, with its document.' },
)
export type RubricVersionDetail = Static<typeof rubricVersionDetail>

export const rubricParams = Type.Object({
  rubricId: Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description: 'The rubric.',
  }),
})

export const versionNumber = (description: string) => Type.Integer({ minimum: 1, maximum: maxId, description })
