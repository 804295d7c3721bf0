import type { Caller } from '../http/caller.ts'
import { exerciseVisible } from '../auth/exercise-permissions.ts'
import { requireUser, roleOf } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { type Form, readForm } from '../http/form.ts'
import { forbidden, methodNotAllowed, HttpError } from '../http/http-error.ts'
import { emptyReply, jsonReply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import type { SubmissionFile } from '../world/submission.ts'
import type { User } from '../world/user.ts'
import { sendToGradingService } from './grading-service.ts'

function memberOfCourse(call: Call, caller: Caller): void {
  exerciseVisible(call, caller)
  if (roleOf(call, caller) === null) throw forbidden()
}

function notAllowed(text: string): HttpError {
  return new HttpError(jsonReply({ errors: [text] }, 400))
}

function checkStillOpen(call: Call, user: User): void {
  const module = call.world.modules.get(call.exercise.moduleId)
  if (module !== undefined && module.closesAtMs < call.world.now() && module.latePenalty === 0) {
    throw notAllowed('The exercise is closed.')
  }
  const own = (call.world.submissionsOf.get(call.exercise.id) ?? []).filter((id) =>
    call.world.submission(id).submitterIds.includes(user.id),
  )
  const { maxSubmissions } = call.exercise
  if (maxSubmissions > 0 && own.length >= maxSubmissions) throw notAllowed('You have used all submissions.')
}

function languageIn(form: Form): string | undefined {
  const text = form.fields.find(([key]) => key === '__aplus__')?.[1]
  return text === undefined ? undefined : (JSON.parse(text) as { lang?: string }).lang
}

function storedFiles(call: Call, form: Form): SubmissionFile[] {
  return form.files.map(({ field, filename, bytes }) => ({
    id: call.world.nextId(),
    filename: sanitiseFileName(filename),
    paramName: field,
    content: { kind: 'bytes', bytes },
  }))
}

export const submitRoute: Route = {
  operation: 'submit',
  method: 'POST',
  path: '/exercises/{exerciseId}/submissions/submit',
  allow: memberOfCourse,
  handle: async (call, caller) => {
    const user = requireUser(caller)
    if (call.exercise.status === 'maintenance') throw methodNotAllowed('POST')
    const form = readForm(call.request)
    checkStillOpen(call, user)
    const firstLanguage = call.course.language.split('|').find((code) => code !== '') ?? 'en'
    const submission = call.world.addSubmission({
      exerciseId: call.exercise.id,
      submitterIds: [user.id],
      status: 'initialized',
      language: languageIn(form) ?? firstLanguage,
      answers: form.fields.filter(([key]) => key !== '__aplus__'),
      files: storedFiles(call, form),
    })
    const errors = await sendToGradingService(call, submission, 'submitted')
    const headers = { Location: call.link(`/submissions/${submission.id}`) }
    return errors.length === 0 ? emptyReply(201, headers) : jsonReply({ errors }, 201, headers)
  },
}

/** A+ keeps ASCII letters, digits, `.`, `_` and `-` of an uploaded file's name, and at most 80 characters. */
function sanitiseFileName(name: string): string {
  const base = name.split('/').at(-1) ?? ''
  return base.replace(/[^A-Za-z0-9._-]/g, '').slice(0, 80)
}
