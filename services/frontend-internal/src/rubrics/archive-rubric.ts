import { archiveRubric as archive } from '@course-grading/data/rubrics/archive-rubric'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const archiveRubric =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'archiveRubric'> =>
  async ({ params: { rubricId }, expectedRevision }) => {
    const outcome = await database.transaction((tx) => archive(tx, { rubricId, expectedRevision }))
    return { status: 204, revision: requireWritten(outcome) }
  }
