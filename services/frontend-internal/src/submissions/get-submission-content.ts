import { jsonBytes } from '@course-grading/contracts/operation/reply'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { assembleContent, type FileReading, templateName } from '@course-grading/submission-content'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { type ExerciseForm, readSubmissionFile, UpstreamError } from '@course-grading/upstream'
import { upstreamCall } from '../deps/session-caller.ts'
import type { Deps } from '../deps/deps.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { readSubmission } from './read-submission.ts'
import { withRetries } from './with-retries.ts'
import { formFields, readExerciseForm } from './read-exercise-form.ts'
import { readerLanguage } from './reader-language.ts'

type ContentDeps = Pick<
  Deps,
  'database' | 'upstream' | 'logger' | 'reportStandingChange' | 'templates' | 'lineDifference' | 'takeContentSlot'
>

/** A file is read again after a busy moment, which must not make it look unavailable. */
const retryOptions = {
  reasons: new Set<UpstreamError['reason']>(['bulkhead_full', 'breaker_open']),
  maxRetries: 1,
  pauseMs: 1_000,
}

export const getSubmissionContent: FrontendHandler<'getSubmissionContent'> = async (call, deps) => {
  const releaseSlot = await deps.takeContentSlot(
    { userId: call.caller.userId, isStudent: call.subject.isOwn },
    call.deadline(),
  )
  try {
    return { status: 200, body: jsonBytes<SubmissionContent>(await contentOf(deps, call)) }
  } catch (error) {
    // The time limit has passed while the learning platform was waited for.
    if (isEndOf(call.deadline(), error)) throw new DomainError('upstream_unavailable', { cause: error })
    throw error
  } finally {
    releaseSlot()
  }
}

async function contentOf(deps: ContentDeps, call: Parameters<FrontendHandler<'getSubmissionContent'>>[0]) {
  const { upstream } = deps
  const { submission } = call.subject
  const { submissionId, exerciseId, fileSettings } = submission
  if (fileSettings === null) throw new DomainError('not_found')
  const { token, requestId } = upstreamCall(call)
  const [found, exercise] = await Promise.all([readSubmission(deps, call), readExerciseForm(deps, call, exerciseId)])
  const language = readerLanguage(call.caller)
  const templates = await deps.templates.read(templateUrls(exercise, [submission.language, language]), call.deadline())
  return await assembleContent({
    submissionId,
    files: found.files,
    answers: found.answers,
    form: formFields(exercise),
    language,
    settings: fileSettings,
    templates: new Map([...templates].map(([name, bytes]) => [templateName(name), bytes])),
    lineDifference: deps.lineDifference,
    signal: call.deadline(),
    readFile: ({ fileId }, maxBytes, signal) =>
      withRetries(() => readSubmissionFile(upstream, { token, requestId, signal }, submissionId, fileId, maxBytes), {
        ...retryOptions,
        signal,
      }).then(readingOf, unavailable),
  })
}

/** Whether an error only reports that the signal fired. A timer's error has the signal's reason as its cause. */
function isEndOf(signal: AbortSignal, error: unknown): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.cause === signal.reason))
}

/** The templates in the language of the submission, else in the reader's, else in all languages. */
function templateUrls(exercise: ExerciseForm | null, languages: readonly (string | null)[]): readonly string[] {
  const inLanguage = languages.flatMap((language) => exercise?.templatesByLanguage.get(language ?? '') ?? [])
  return inLanguage.length > 0 ? inLanguage : (exercise?.templates ?? [])
}

function readingOf(reading: Awaited<ReturnType<typeof readSubmissionFile>>): FileReading {
  return reading.tooLarge ? { kind: 'too_large', size: reading.sizeBytes } : { kind: 'read', bytes: reading.bytes }
}

function unavailable(error: unknown): FileReading {
  if (error instanceof UpstreamError && error.code !== 'upstream_refused') return { kind: 'unavailable' }
  throw error
}
