import { selectFeedbackStudents } from '@course-grading/data/feedback/list-feedback-students'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { requireSnapshot } from '../snapshots/refresh-snapshot.ts'

export const listFeedbackStudents: FrontendHandler<'listFeedbackStudents'> = async (call, deps) => {
  const {
    subject: member,
    page,
    params: { courseId },
    query: { state = null, tag = null, q = null },
  } = call
  await requireSnapshot(deps, call, member)
  const grader = member.isTeacher ? null : member.grader
  const rows = await selectFeedbackStudents(deps.database, {
    courseId,
    state,
    tag,
    q,
    visibleTo: grader?.feedbackTags ?? null,
    languages: grader?.languages ?? null,
    courseLanguages: member.access.languages,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    keyOf: ({ userId }) => [userId],
    itemOf: ({ draft, published, withdrawn, ...student }) => ({
      ...student,
      counts: { draft, published, withdrawn },
    }),
  })
}
