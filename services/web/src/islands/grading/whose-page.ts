import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Session } from '@course-grading/contracts/sessions/session'

/** What a person may do with an assessment: write it, or what would make it theirs. */
export type WhosePage = 'mine' | 'reopen' | 'take-over' | 'take-up' | 'read-only'

interface Standing extends Pick<Assessment, 'courseId' | 'state' | 'holder' | 'grader' | 'releasedAt' | 'gone'> {
  /** Seconds of the holder's lease. After it anybody may take the assessment, and its holder may write until somebody does. */
  readonly leaseLeftS: number | null
}

export const teaches = ({ courses }: Pick<Session, 'courses'>, courseId: number): boolean =>
  courses.some((course) => course.courseId === courseId && course.roles.includes('teacher'))

/** The boundary decides what is allowed; this decides which button is worth showing. */
export function whosePage(
  { courseId, state, holder, grader, releasedAt, gone, leaseLeftS }: Standing,
  session: Session,
): WhosePage {
  const { userId } = session.user
  const isTeacher = teaches(session, courseId)
  if (state === 'completed')
    return isTeacher || (grader.userId === userId && releasedAt === null) ? 'reopen' : 'read-only'
  if (holder?.userId === userId) return 'mine'
  if (holder !== null && isTeacher) return 'take-over'
  const isFree = holder === null || (leaseLeftS !== null && leaseLeftS <= 0)
  return isFree && !gone ? 'take-up' : 'read-only'
}
