import Type from 'typebox'
import { upstreamId } from './ids.ts'
import { nullable } from './paging.ts'

/** Somebody whom a reply names; without an id where graders must not know who it is. */
export const personRef = Type.Object(
  {
    userId: nullable(upstreamId('The person; null for an alias.')),
    fullName: Type.String({
      description: 'The name; the alias; or `User` and the id, for somebody who is not on the roster.',
    }),
    alias: Type.Boolean(),
  },
  { title: 'PersonRef', description: 'A person, or an alias.' },
)
