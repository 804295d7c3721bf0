import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Session } from '@course-grading/contracts/sessions/session'

/** What a person may do with an assessment: write it, or what would make it theirs. */
export type WhosePage = 'mine' | 'reopen' | 'take-over' | 'take-up' | 'read-only'

type Standing = Pick<Assessment, 'courseId' | 'state' | 'holder' | 'grader' | 'releasedAt'>

/** The boundary decides; this says which button is worth showing. */
export function whosePage({ courseId, state, holder, grader, releasedAt }: Standing, session: Session): WhosePage {
  const { userId } = session.user
  const isTeacher = session.courses.some((course) => course.courseId === courseId && course.roles.includes('teacher'))
  if (state === 'completed')
    return isTeacher || (grader.userId === userId && releasedAt === null) ? 'reopen' : 'read-only'
  if (holder === null) return 'take-up'
  if (holder.userId === userId) return 'mine'
  return isTeacher ? 'take-over' : 'read-only'
}
