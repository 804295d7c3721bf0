import { findStudent } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { type RefreshDeps, requireSnapshot } from '../snapshots/refresh-snapshot.ts'
import { documentsFor, visibleTags } from './list-students.ts'

export const getStudent =
  (deps: RefreshDeps & Pick<Deps, 'backgroundRefreshes' | 'findCourseAccess'>): FrontendHandler<'getStudent'> =>
  async (call) => {
    const {
      access: member,
      params: { courseId, userId },
    } = call
    const isSelf = member.isStudent && userId === call.caller.userId
    await requireSnapshot(deps, call, member)
    const visibleTo = isSelf ? null : visibleTags(member)
    const student = await findStudent(deps.database, courseId, userId, {
      visibleTo,
      staff: !isSelf,
      seesAnonymous: isSelf || member.isTeacher,
      documents: { ...documentsFor(member), seesAnonymous: member.isTeacher },
    })
    if (student === null) {
      const known = visibleTo === null ? null : await deps.findCourseAccess({ courseId, userId })
      throw new DomainError('not_found', { isHidden: known?.onRoster === true })
    }
    return { status: 200, body: isSelf ? asStudentsSee(student) : student }
  }

type FoundStudent = NonNullable<Awaited<ReturnType<typeof findStudent>>>

/**
 * A student as students see it. The snapshot was read with a token of staff, so it has points that the learning platform has not
 * revealed to the student yet. It also has tags that are not meant for students, which may be about special arrangements or
 * suspicions.
 */
function asStudentsSee(student: FoundStudent): FoundStudent {
  return {
    ...student,
    tagSlugs: [],
    submissions: student.submissions.map((submission) => ({ ...submission, points: null })),
    pointsByExercise: student.pointsByExercise.map((exercise) => ({ ...exercise, points: null })),
  }
}
