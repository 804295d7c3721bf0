import { deleteParkedDraft as remove } from '@course-grading/data/assessments/parked-draft-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteParkedDraft: FrontendHandler<'deleteParkedDraft'> = async (
  { access: { id, ownerId } },
  { database },
) => {
  await remove(database, { id, ownerId })
  return { status: 204 }
}
