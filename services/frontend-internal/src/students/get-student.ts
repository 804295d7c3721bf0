import { findStudent } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import { admitMember } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { requireSnapshot } from '../snapshots/refresh-snapshot.ts'
import { visibleTags } from './list-students.ts'

export const getStudent = (deps: Deps): FrontendHandler<'getStudent'> => defineHandler({
  admit: async (admission) => {
    const member = await admitMember(deps, admission)
    const { courseId, userId } = admission.params
    const isSelf = member.isStudent && userId === admission.caller.userId
    if (!isSelf && !member.isTeacher && member.grader === null) throw new DomainError('forbidden')
    await requireSnapshot(deps, admission, member)
    const visibleTo = isSelf ? null : visibleTags(member)
    const student = await findStudent(deps.database, courseId, userId, { visibleTo, staff: !isSelf })
    if (student === null) throw new DomainError('not_found')
    return isSelf ? asStudentsSee(student) : student
  },
  handle: async ({ resource }) => ({ status: 200, json: JSON.stringify(resource) }),
})

type FoundStudent = NonNullable<Awaited<ReturnType<typeof findStudent>>>

/**
 * The snapshot was read with the eyes of staff: points that the learning platform has not revealed to the student yet are in
 * it, and tags that are not meant for students, which may tell of special arrangements or of suspicions.
 */
function asStudentsSee(student: FoundStudent): FoundStudent {
  return {
    ...student,
    tagSlugs: [],
    submissions: student.submissions.map((submission) => ({ ...submission, points: null })),
    pointsByExercise: student.pointsByExercise.map((exercise) => ({ ...exercise, points: null })),
  }
}
