import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { archive, keepAlive } from '@course-grading/archives'
import { findDatabaseTime } from '@course-grading/data/snapshots/mark-gone'
import { isExerciseOfCourse } from '@course-grading/data/submissions/exercise-course-queries'
import { selectSubmissions, type SubmissionQuery } from '@course-grading/data/submissions/list-submissions'
import type { ListedSubmission } from '@course-grading/data/submissions/submission-rows'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseMember } from '../access/course-member.ts'
import type { Deps } from '../deps/deps.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { archivedSubmissions } from './archived-submissions.ts'
import { archiveReading } from './archive-reading.ts'
import { createContinuedRight } from './continued-right.ts'
import { noteRead } from './read-submission.ts'
import { type SubmissionReader, submissionReader } from './submission-reader.ts'
import { inSlot } from './in-slot.ts'

export const getExerciseArchive: FrontendHandler<'getExerciseArchive'> = async (call, deps) => {
  const {
    params: { courseId, exerciseId },
    query: { attempts = 'latest', state = null },
    caller: { userId },
  } = call
  const giveSlotBack = await deps.takeArchiveSlot(userId, call.gone())
  const right = createContinuedRight(deps, call, courseId)
  const releaseSlot = (): void => {
    right.end()
    giveSlotBack()
  }
  try {
    const [isKnown, stored, foundAt] = await Promise.all([
      isExerciseOfCourse(deps.database, courseId, exerciseId),
      deps.loadCourseSettings(courseId),
      findDatabaseTime(deps.database),
    ])
    if (!isKnown) throw new DomainError('not_found')
    const reading = await archiveReading(
      deps,
      { ...call, gone: () => right.signal },
      { exerciseId, settings: stored && (JSON.parse(stored.document) as CourseSettings) },
    )
    // The reply outlives the time limit of the request.
    const asker = { ...call, deadline: () => right.signal }
    const list = { courseId, exerciseId, attempts, state }
    const readerOf = (member: CourseMember) => submissionReader(member, userId)
    const submissions = archivedSubmissions(
      reading,
      pagesOf(deps, list, readerOf(call.subject), async () => readerOf(await right.ask())),
      async (submission, read) => {
        await noteRead(deps, asker, { ...submission, foundAt }, read)
      },
    )
    return {
      status: 200,
      attachment: {
        mediaType: 'application/zip',
        fileName: `exercise-${exerciseId}.zip`,
        content: inSlot(keepAlive(archive(submissions, right.signal), deps.archiveSilenceMs), {
          release: releaseSlot,
          taken: () => {},
        }),
      },
    }
  } catch (error) {
    releaseSlot()
    throw error
  }
}

const pageSize = 200

/** Reads page by page, so that memory does not grow. What the caller may see is checked again before each further page. */
async function* pagesOf(
  { database }: Pick<Deps, 'database'>,
  list: Pick<SubmissionQuery, 'courseId' | 'exerciseId' | 'attempts' | 'state'>,
  first: SubmissionReader,
  askAgain: () => Promise<SubmissionReader>,
): AsyncGenerator<ListedSubmission> {
  let [after, reader]: [SubmissionQuery['after'], SubmissionReader] = [null, first]
  for (;;) {
    const rows: readonly ListedSubmission[] = await selectSubmissions(database, {
      ...list,
      ...reader,
      userId: null,
      graderUserId: null,
      tag: null,
      q: null,
      after,
      limit: pageSize,
    })
    yield* rows
    const last = rows.at(-1)
    if (rows.length < pageSize || last === undefined) return
    after = last
    reader = await askAgain()
  }
}
