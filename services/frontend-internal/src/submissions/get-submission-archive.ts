import { archive, keepAlive } from '@course-grading/archives'
import type { FrontendHandler } from '../access/handler.ts'
import { archived, once } from './archived-submissions.ts'
import { archiveReading } from './archive-reading.ts'
import { inSlot } from './in-slot.ts'
import { readSubmission } from './read-submission.ts'

export const getSubmissionArchive: FrontendHandler<'getSubmissionArchive'> = async (call, deps) => {
  const { submission, isOwn } = call.subject
  const { submissionId, exerciseId, fileSettings: settings } = submission
  const reader = { userId: call.caller.userId, isStudent: isOwn, what: 'archive' } as const
  const slot = await deps.takeStreamSlot(reader, call.gone())
  try {
    const found = await readSubmission(deps, call)
    const reading = await archiveReading(deps, call, { exerciseId, settings })
    const submissions = once(archived(reading, submission, Promise.resolve(found)))
    return {
      status: 200,
      attachment: {
        mediaType: 'application/zip',
        fileName: `submission-${submissionId}.zip`,
        content: inSlot(keepAlive(archive(submissions, call.gone()), deps.archiveSilenceMs), slot),
        cut: slot.cut,
      },
    }
  } catch (error) {
    slot.release()
    throw error
  }
}
