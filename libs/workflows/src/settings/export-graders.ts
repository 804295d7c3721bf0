import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { gradersCsv } from '@course-grading/domain/settings/grader-rows'
import type { Upstream, UpstreamCall } from '@course-grading/upstream'
import { lookUpUniqueAddresses } from './look-up-people.ts'

/** `importGraders` reads the same graders from the result. */
export async function exportGraders(
  { upstream }: { upstream: Upstream },
  current: StoredCourseSettings,
  upstreamCall: UpstreamCall,
): Promise<string> {
  const { graders } = JSON.parse(current.document) as CourseSettings
  const addresses = await lookUpUniqueAddresses(
    upstream,
    upstreamCall,
    graders.map(({ userId }) => userId),
  )
  return gradersCsv(graders, (userId) => addresses.get(userId))
}
