import { deleteParkedDraftRow } from '@course-grading/data/assessments/parked-draft-queries'
import type { FrontendHandler } from '../access/handler.ts'

export const deleteParkedDraft: FrontendHandler<'deleteParkedDraft'> = async (
  { subject: { id, ownerId } },
  { database },
) => {
  await deleteParkedDraftRow(database, { id, ownerId })
  return { status: 204 }
}
