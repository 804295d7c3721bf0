import { writePreferences } from '@course-grading/data/preferences/preferences-queries'
import { DomainError } from '@course-grading/domain/errors'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const putPreferences =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'putPreferences'> =>
  async ({ caller: { userId }, body, expectedRevision }) => {
    const revision = await writePreferences(database, { userId, expectedRevision, document: JSON.stringify(body) })
    if (revision === null) throw new DomainError('revision_conflict')
    return { status: 204, revision }
  }
