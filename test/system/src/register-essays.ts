import { createDatabase } from '@course-grading/data/db/database'
import { registerSubmission } from '@course-grading/test-kit'
import type { SystemWorld } from './world.ts'

/** As the isolated grader does for the demo. */
export async function registerEssays(
  { upstream, database }: SystemWorld,
  submissionIds: readonly number[],
): Promise<void> {
  const grading = await createDatabase({ url: database.urls.manualGrading, applicationName: 'register', poolMax: 1 })
  try {
    for (const submissionId of submissionIds) {
      const { submitterIds, language } = upstream.world.submission(submissionId)
      await registerSubmission(grading, { submissionId, submitterIds, language })
    }
  } finally {
    await grading.end()
  }
}
