import { findFeedback, listPeopleOfFeedback } from '@course-grading/data/feedback/find-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { fillStudentName } from '@course-grading/domain/feedback/student-name'
import { toPersonRef } from '@course-grading/domain/submissions/person-ref'
import type { CourseMember } from '../access/course-member.ts'
import { requireAdmitted } from '../access/feedback-subject.ts'
import type { Deps } from '../deps/deps.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const previewFeedback: FrontendHandler<'previewFeedback'> = async (
  { subject: member, params: { courseId }, body: { body, feedbackId }, caller: { userId }, deadline },
  { database, renderFeedback },
) => {
  const names = feedbackId === undefined ? null : await namesOf(database, { member, courseId, feedbackId, userId })
  const rendered = await renderFeedback(userId, [body], deadline())
  if (!rendered.ok)
    throw new DomainError('validation_failed', {
      issues: [{ path: '$.body', code: 'too_long', message: rendered.message }],
    })
  const [html = ''] = rendered.html
  return { status: 200, body: { html: names === null ? html : fillStudentName(html, names) } }
}

/** The names or aliases under which the reader sees the people of a document. @throws DomainError not_found, forbidden */
async function namesOf(
  database: Deps['database'],
  reader: {
    readonly member: CourseMember
    readonly courseId: number
    readonly feedbackId: string
    readonly userId: number
  },
): Promise<readonly string[]> {
  const feedback = await findFeedback(database, reader.feedbackId)
  if (feedback?.courseId !== reader.courseId) throw new DomainError('not_found', { isHidden: feedback !== null })
  await requireAdmitted({ database }, { feedback, member: reader.member }, false, reader.userId)
  const people = await listPeopleOfFeedback(database, feedback.id)
  return people.flatMap((person) =>
    person.fullName === null && person.alias === null ? [] : [toPersonRef(person).fullName],
  )
}
