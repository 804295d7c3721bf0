import { deleteRubricDraft as deleteDraft } from '@course-grading/data/rubrics/rubric-draft-queries'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireWritten } from './require-written.ts'

export const deleteRubricDraft =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'deleteRubricDraft'> =>
  async ({ params: { rubricId }, expectedRevision }) => ({
    status: 204,
    revision: requireWritten(await deleteDraft(database, { rubricId, expectedRevision })),
  })
