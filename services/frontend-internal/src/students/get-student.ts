import { findStudent } from '@course-grading/data/students/find-student'
import { listUnsettledOfPerson } from '@course-grading/data/submissions/submission-person-queries'
import { itemsThatFit } from '@course-grading/http-kit'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { requireSnapshot } from '../snapshots/refresh-snapshot.ts'
import { submissionReader } from '../submissions/submission-reader.ts'
import { documentsFor, visibleTags } from './list-students.ts'

export const getStudent: FrontendHandler<'getStudent'> = async (call, deps) => {
  const {
    subject: member,
    params: { courseId, userId },
  } = call
  const isSelf = member.isStudent && userId === call.caller.userId
  await requireSnapshot(deps, call, member)
  const visibleTo = isSelf ? null : visibleTags(member)
  const view = {
    reader: submissionReader(member, call.caller.userId),
    seesAnonymous: isSelf || member.isTeacher,
    documents: { ...documentsFor(member), seesAnonymous: member.isTeacher },
  }
  const student = await findStudent(deps.database, courseId, userId, { ...view, visibleTo })
  if (student === null) {
    const known =
      visibleTo === null ? null : await findStudent(deps.database, courseId, userId, { ...view, visibleTo: null })
    throw new DomainError('not_found', { isHidden: known !== null })
  }
  const { submissions, feedback, ...row } = student
  const rest = {
    ...row,
    // Tags are not meant for students: they may be about special arrangements or suspicions.
    ...(isSelf && { tagSlugs: [] }),
    unsettled: member.isTeacher ? await listUnsettledOfPerson(deps.database, { courseId, userId }) : [],
    feedback: feedback.map(({ authorId, authorName, ...document }) => ({
      ...document,
      author: authorId === null ? null : toStaffRef(authorId, authorName),
    })),
  }
  return {
    status: 200,
    body: {
      ...rest,
      submissions: itemsThatFit(submissions, Buffer.byteLength(JSON.stringify(rest))),
    },
  }
}
