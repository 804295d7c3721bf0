import { deleteParkedDraft as remove } from '@course-grading/data/assessments/parked-draft-queries'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const deleteParkedDraft =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'deleteParkedDraft'> =>
  async ({ access: { id, ownerId } }) => {
    await remove(database, { id, ownerId })
    return { status: 204 }
  }
