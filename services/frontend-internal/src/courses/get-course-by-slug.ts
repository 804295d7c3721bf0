import { findSlugOwner } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import { admitMember } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { courseAnswer } from './course-answer.ts'

export const getCourseBySlug = (deps: Deps): FrontendHandler<'getCourseBySlug'> => defineHandler({
  admit: async (admission) => {
    // Roles first, so that somebody without any learns nothing while the learning platform is down.
    await deps.freshIdentity(admission)
    const owner = await findSlugOwner(deps.database, admission.params.slug)
    if (owner === null) throw new DomainError('not_found')
    return await admitMember(deps, { ...admission, params: owner }).catch(hideFromStrangers)
  },
  handle: async ({ resource, params }) => courseAnswer(resource, params.slug),
})

/** Which slugs are taken is nothing for those who do not belong to the course. */
function hideFromStrangers(error: unknown): never {
  if (error instanceof DomainError && error.code === 'forbidden') throw new DomainError('not_found')
  throw error
}
