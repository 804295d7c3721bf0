import Type, { type Static } from 'typebox'
import { upstreamId } from '../ids.ts'
import { localized } from '../localized.ts'
import { instant, nullable, orNull, recordIdPattern, revisionOf } from '../paging.ts'

const maxPoints = 1_000_000

const scope = Type.Enum(['course', 'personal'], {
  type: 'string',
  description: '`course`: all who grade in the course see it; `personal`: its owner alone.',
})

const criterionId = (description: string) => Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$', description })

/** What the writer of a snippet decides. */
const written = {
  exerciseId: orNull(upstreamId('Only offered with this exercise; null: with all.')),
  criterionId: orNull(criterionId('Only offered with criteria of this id; null: with all.')),
  label: Type.String({
    maxLength: 80,
    pattern: '^(?=.*\\S)\\P{Cc}*$',
    description: 'Under which graders find it: something visible, without control characters.',
  }),
  text: localized(5_000, 'What is inserted, by language; each is a language of the course.'),
  points: orNull(
    Type.Number({
      minimum: -maxPoints,
      maximum: maxPoints,
      description: 'What it suggests, with at most two decimal places. A suggestion never writes points.',
    }),
  ),
}

export const snippet = Type.Object(
  {
    snippetId: Type.String(),
    courseId: upstreamId('The course.'),
    scope,
    ...written,
    useCount: Type.Integer({ minimum: 0, description: 'How often a score or an annotation began to refer to it.' }),
    lastUsedAt: nullable(instant('When that was last.')),
    retiredAt: nullable(instant('From then on it is offered to nobody.')),
    revision: revisionOf('Rises with every change, but not with uses.'),
  },
  { title: 'Snippet', description: 'A comment that graders insert again and again.' },
)
export type Snippet = Static<typeof snippet>

export const snippetChange = Type.Object(written, {
  title: 'SnippetChange',
  additionalProperties: false,
  description: 'All that can be changed of a snippet; its scope stays.',
})
export type SnippetChange = Static<typeof snippetChange>

export const newSnippet = Type.Object(
  { scope, ...written },
  { title: 'NewSnippet', additionalProperties: false, description: 'A snippet that is to be made.' },
)

export const snippetParams = Type.Object({
  snippetId: Type.String({ pattern: recordIdPattern, description: 'The snippet.' }),
})

/** Narrows what is offered. */
export const narrowing = {
  exerciseId: Type.Optional(upstreamId('Without those that are only offered with another exercise.')),
  criterionId: Type.Optional(criterionId('Without those that are only offered with another criterion.')),
}
