import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { endSessionIfRefused } from '../access/end-refused-session.ts'
import type { CallerRequest } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'
import { createArchiveReads } from './archive-reads.ts'
import type { ArchiveReading } from './archived-submissions.ts'
import { readExerciseForm } from './read-exercise-form.ts'
import { readerLanguage } from './reader-language.ts'

export type ArchiveDeps = Pick<Deps, 'database' | 'logger' | 'upstream'>

interface ArchiveRequest extends CallerRequest {
  readonly gone: () => AbortSignal
}

/** `request.gone` fires when the reader leaves, and ends the reading. `settings` is null while the course is not configured. */
export async function archiveReading(
  deps: ArchiveDeps,
  request: ArchiveRequest,
  {
    exerciseId,
    settings,
  }: { readonly exerciseId: number; readonly settings: Pick<CourseSettings, 'templates'> | null },
): Promise<ArchiveReading> {
  if (settings === null) throw new DomainError('not_found')
  const form = await readExerciseForm(deps, request, exerciseId)
  const { caller, requestId } = request
  return {
    reads: createArchiveReads({
      upstream: deps.upstream,
      call: { token: caller.token(), requestId, signal: request.gone() },
      // The reply has begun, so the error does not reach the code that otherwise ends refused sessions.
      onRefused: (error) => endSessionIfRefused(deps, request, error),
    }),
    excludedPathSegments: settings.templates.excludedPathSegments,
    form,
    language: readerLanguage(caller),
  }
}
