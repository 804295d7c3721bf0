import { writePreferences } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler, etagOf } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const putPreferences = (deps: Deps): FrontendHandler<'putPreferences'> => defineHandler({
  admit: async () => null,
  handle: async ({ caller: { userId }, body, expectedRevision }) => {
    const revision = await writePreferences(deps.database, { userId, expectedRevision, document: JSON.stringify(body) })
    if (revision === null) throw new DomainError('revision_conflict')
    return { status: 204, etag: etagOf(revision) }
  },
})
