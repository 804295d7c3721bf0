import { anyDocument, type DocumentRestriction } from '@course-grading/data/feedback/documents-of-student'
import { selectStudents } from '@course-grading/data/students/list-students'
import { studentRestriction } from '@course-grading/domain/students/student-restriction'
import { pageReply } from '@course-grading/http-kit'
import type { CourseMember } from '../access/course-member.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { requireSnapshot } from '../snapshots/refresh-snapshot.ts'

export const listStudents: FrontendHandler<'listStudents'> = async (call, deps) => {
  const {
    subject: member,
    page,
    query: { q = null, tag = null, left = false, feedback: state },
  } = call
  await requireSnapshot(deps, call, member)
  const rows = await selectStudents(deps.database, call.params.courseId, {
    q,
    tag,
    visibleTo: visibleTags(member),
    left,
    feedback: state === undefined ? null : { ...documentsFor(member), state },
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ userId }) => [userId], itemOf: (row) => row })
}

/** A student is visible who has one of these tags; null for no restriction. Teachers see everybody. */
export function visibleTags({ isTeacher, grader }: CourseMember): readonly string[] | null {
  return isTeacher || grader === null ? null : studentRestriction(grader)
}

export function documentsFor({ isTeacher, grader, access: { languages } }: CourseMember): DocumentRestriction {
  if (isTeacher || grader === null) return anyDocument
  return { languages: grader.languages, courseLanguages: languages, tags: grader.feedbackTags ?? null }
}
