import { listGraderWork } from '@course-grading/data/claims/list-grader-work'
import { listStaff } from '@course-grading/data/claims/list-staff'
import { listWaitingWork } from '@course-grading/data/claims/list-waiting-work'
import { shareWaiting } from '@course-grading/domain/claims/grading-progress'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import type { FrontendHandler } from '../access/handler.ts'
import { toStaffRef } from '../assessments/to-assessment.ts'

export const getGradingProgress: FrontendHandler<'getGradingProgress'> = async (
  { subject, params: { courseId }, query: { exerciseId = null } },
  { database },
) => {
  const { graders, languages } = JSON.parse(subject.document) as CourseSettings
  const graderIds = graders.map(({ userId }) => userId)
  const tags = [...new Set(graders.flatMap(({ gradingTags = [] }) => gradingTags))]
  const [waiting, work, staff] = await Promise.all([
    listWaitingWork(database, { courseId, exerciseId, tags }),
    listGraderWork(database, { courseId, exerciseId, graderIds }),
    listStaff(database, { courseId, without: graderIds }),
  ])
  const { mayGrade, stuck } = shareWaiting(graders, languages, waiting)
  const listed = new Map(graders.map((grader, index) => [grader.userId, { ...grader, mayGrade: mayGrade[index] ?? 0 }]))
  return {
    status: 200,
    body: {
      graders: work.map(({ userId, fullName, mean, spread, ...numbers }) => {
        const grader = listed.get(userId)
        return {
          person: toStaffRef(userId, fullName),
          listed: grader !== undefined,
          languages: grader ? [...grader.languages] : null,
          gradingTags: grader?.gradingTags ? [...grader.gradingTags] : null,
          mayGrade: grader?.mayGrade ?? null,
          ...numbers,
          points: mean === null || spread === null ? null : { mean, spread },
        }
      }),
      staff: staff.map(({ userId, fullName }) => toStaffRef(userId, fullName)),
      stuck: stuck.map((each) => ({ ...each, languages: [...each.languages] })),
    },
  }
}
