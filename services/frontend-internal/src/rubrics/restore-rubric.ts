import { restoreRubric as restore } from '@course-grading/data/rubrics/archive-rubric'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const restoreRubric =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'restoreRubric'> =>
  async ({ params: { rubricId }, expectedRevision }) => ({
    status: 204,
    revision: requireWritten(await restore(database, { rubricId, expectedRevision })),
  })
