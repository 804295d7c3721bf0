import type { CourseSettings } from '@course-grading/domain'
import { DomainError } from '@course-grading/domain'
import { endSessionIfRefused } from '../access/end-refused-session.ts'
import type { CallerRequest } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import { createArchiveReads } from './archive-reads.ts'
import type { ArchiveReading } from './archived-submissions.ts'
import { readExerciseForm } from './read-exercise-form.ts'
import { readerLanguage } from './reader-language.ts'

export type ArchiveDeps = Pick<Deps, 'database' | 'logger' | 'upstream' | 'loadCourseSettings'>

interface ArchiveRequest extends CallerRequest {
  readonly gone: () => AbortSignal
}

/** Everything that is needed to read the files of an archive. Reading ends when the reader leaves. */
export async function archiveReading(
  deps: ArchiveDeps,
  request: ArchiveRequest,
  { courseId, exerciseId }: { readonly courseId: number; readonly exerciseId: number },
): Promise<ArchiveReading> {
  const [stored, form] = await Promise.all([
    deps.loadCourseSettings(courseId),
    readExerciseForm(deps, request, exerciseId),
  ])
  if (stored === null) throw new DomainError('not_found')
  const { templates } = JSON.parse(stored.document) as CourseSettings
  const { caller, requestId } = request
  return {
    reads: createArchiveReads({
      upstream: deps.upstream,
      call: { token: caller.token(), requestId, signal: request.gone() },
      // The reply has begun, so its errors do not reach the code that otherwise ends refused sessions.
      onRefused: (error) => endSessionIfRefused(deps, request, error),
    }),
    excludedPathSegments: templates.excludedPathSegments,
    form,
    language: readerLanguage(caller),
  }
}
