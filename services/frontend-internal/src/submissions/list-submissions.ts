import { selectSubmissions } from '@course-grading/data/submissions/list-submissions'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { submissionReader } from './submission-reader.ts'
import { toSubmissionRow } from './to-submission-row.ts'

export const listSubmissions: FrontendHandler<'listSubmissions'> = async (
  { subject: member, params: { courseId }, query, page, caller: { userId } },
  { database },
) => {
  const { exerciseId = null, userId: submitterId = null, state = null, grader, q = null, tag = null } = query
  const reader = submissionReader(member, userId)
  const rows = await selectSubmissions(database, {
    courseId,
    ...reader,
    exerciseId,
    userId: submitterId,
    state,
    graderUserId: grader === undefined ? null : grader === 'me' ? userId : Number(grader),
    q,
    tag,
    attempts: 'all',
    after: page.after && { submittedAt: page.after[0], submissionId: page.after[1] },
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    keyOf: ({ submittedAt, submissionId }) => [submittedAt, submissionId],
    itemOf: (row) => toSubmissionRow(row, reader.ofStudent === null ? 'staff' : 'student'),
  })
}
