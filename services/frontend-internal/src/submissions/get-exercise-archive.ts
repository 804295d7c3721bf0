import { archive, keepAlive } from '@course-grading/archives'
import { isExerciseOfCourse, type ListedSubmission, listSubmissions, type SubmissionQuery } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { archivedSubmissions } from './archived-submissions.ts'
import { type ArchiveDeps, archiveReading } from './archive-reading.ts'
import { submissionReader } from './submission-reader.ts'
import { releaseAtEnd } from './release-at-end.ts'

export const getExerciseArchive =
  (
    deps: ArchiveDeps & Pick<Deps, 'loadCourseSettings' | 'takeArchiveSlot' | 'archiveSilenceMs'>,
  ): FrontendHandler<'getExerciseArchive'> =>
  async (call) => {
    const {
      params: { courseId, exerciseId },
      query: { attempts = 'latest', state = null },
      caller: { userId },
    } = call
    const giveBack = deps.takeArchiveSlot(userId)
    try {
      const [isKnown, stored] = await Promise.all([
        isExerciseOfCourse(deps.database, courseId, exerciseId),
        deps.loadCourseSettings(courseId),
      ])
      if (!isKnown) throw new DomainError('not_found')
      const reading = await archiveReading(deps, call, { exerciseId, settings: stored?.document ?? null })
      const list = { courseId, ...submissionReader(call.access, userId), exerciseId, attempts, state }
      const submissions = archivedSubmissions(reading, pagesOf(deps, list))
      return {
        status: 200,
        attachment: {
          mediaType: 'application/zip',
          fileName: `exercise-${exerciseId}.zip`,
          content: releaseAtEnd(keepAlive(archive(submissions, call.gone()), deps.archiveSilenceMs), giveBack),
        },
      }
    } catch (error) {
      giveBack()
      throw error
    }
  }

const pageSize = 200

/** Lists the submissions page by page, so that memory use does not grow with their number. */
async function* pagesOf(
  { database }: Pick<Deps, 'database'>,
  list: Pick<
    SubmissionQuery,
    'courseId' | 'exerciseId' | 'attempts' | 'state' | 'restriction' | 'claimer' | 'ofStudent'
  >,
): AsyncGenerator<ListedSubmission> {
  let after: SubmissionQuery['after'] = null
  for (;;) {
    const rows: readonly ListedSubmission[] = await listSubmissions(database, {
      ...list,
      userId: null,
      graderUserId: null,
      q: null,
      after,
      limit: pageSize,
    })
    yield* rows
    const last = rows.at(-1)
    if (rows.length < pageSize || last === undefined) return
    after = last
  }
}
