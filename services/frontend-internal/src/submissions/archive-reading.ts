import type { CourseSettings } from '@course-grading/domain'
import { DomainError } from '@course-grading/domain'
import type { CallerRequest } from '../access/session-caller.ts'
import type { Deps } from '../deps.ts'
import type { ArchiveReading } from './archived-submissions.ts'
import { readExerciseForm } from './read-exercise-form.ts'
import { readerLanguage } from './reader-language.ts'

export type ArchiveDeps = Pick<Deps, 'upstream' | 'loadCourseSettings'>

interface ArchiveRequest extends CallerRequest {
  readonly gone: () => AbortSignal
}

/** How the files of an archive are read: until its reader leaves, with what the settings of the course leave out. */
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
  return {
    upstream: deps.upstream,
    call: { token: request.caller.token(), requestId: request.requestId, signal: request.gone() },
    excludedPathSegments: templates.excludedPathSegments,
    form,
    language: readerLanguage(request.caller),
  }
}
