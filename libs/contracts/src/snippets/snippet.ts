import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { textOf } from '../schemas/text-rules.ts'
import { localized } from '../schemas/localized.ts'
import { instant, nullable, orNull, recordIdPattern, revisionOf } from '../schemas/paging.ts'

const maxPoints = 1_000_000

const scope = Type.Enum(['course', 'personal'], {
  type: 'string',
  description: '`course`: everybody who grades in the course sees it; `personal`: only its owner.',
})

const criterionId = (description: string) => Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$', description })

const written = {
  exerciseId: orNull(upstreamId('Only offered with this exercise; null: with all.')),
  criterionId: orNull(criterionId('Only offered with criteria of this id; null: with all.')),
  label: Type.String({
    minLength: 1,
    maxLength: 80,
    ...textOf('label', 'The label under which graders find the snippet.'),
  }),
  text: localized(5_000, 'The text that is inserted, by language; each must be a language of the course.'),
  points: orNull(
    Type.Number({
      minimum: -maxPoints,
      maximum: maxPoints,
      description:
        'The points that the snippet suggests, with at most two decimal places. Inserting the snippet does not change the points of a score.',
    }),
  ),
}

export const snippet = Type.Object(
  {
    snippetId: Type.String(),
    courseId: upstreamId('The course.'),
    scope,
    ...written,
    useCount: Type.Integer({
      minimum: 0,
      description: 'How many times a reference to the snippet was added to a score or an annotation.',
    }),
    lastUsedAt: nullable(instant('When `useCount` last rose.')),
    retiredAt: nullable(instant('When the snippet was retired. Since then it is not listed.')),
    revision: revisionOf('Rises with every change, but not with uses.'),
  },
  { title: 'Snippet', description: 'A comment that graders insert repeatedly.' },
)
export type Snippet = Static<typeof snippet>

export const snippetChange = Type.Object(written, {
  title: 'SnippetChange',
  additionalProperties: false,
  description: 'Everything of a snippet that can be changed. Its scope stays.',
})
export type SnippetChange = Static<typeof snippetChange>

export const newSnippet = Type.Object(
  { scope, ...written },
  { title: 'NewSnippet', additionalProperties: false, description: 'A snippet to create.' },
)

export const snippetParams = Type.Object({
  snippetId: Type.String({ pattern: recordIdPattern, description: 'The snippet.' }),
})

export const offeredFor = {
  exerciseId: Type.Optional(upstreamId('Leaves out snippets that are only offered with other exercises.')),
  criterionId: Type.Optional(criterionId('Leaves out snippets that are only offered with other criteria.')),
}
