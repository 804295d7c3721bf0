import type { Caller } from '../http/caller.ts'
import { exerciseVisible } from '../auth/exercise-permissions.ts'
import { requireUser, roleOf } from '../auth/permissions.ts'
import type { Call } from '../http/call.ts'
import { mediaTypeOf } from '../http/api-request.ts'
import { type Form, isFormMediaType, readForm } from '../http/form.ts'
import { isJsonObject, type Json } from '../http/json.ts'
import { readParsedBody } from '../http/parse-body.ts'
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

function readReplies(call: Call): Form {
  if (isFormMediaType(mediaTypeOf(call.request.headers))) return readForm(call.request)
  const fields = Object.entries(readParsedBody(call.request)).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { fields, files: [] }
}

/** The submitter, or the members of the submitter's group that the form names. */
function submittersFor(call: Call, user: User, groupText: string | undefined): number[] {
  if (groupText === undefined || groupText === '' || groupText === '0') return [user.id]
  const group = call.world.groups.get(Number(groupText))
  if (group?.courseId !== call.course.id || !group.memberIds.includes(user.id)) {
    throw notAllowed('You are not a member of the selected group.')
  }
  return [...group.memberIds]
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

function settingsField(form: Form): { lang?: Json; group?: Json } {
  const text = form.fields.find(([key]) => key === '__aplus__')?.[1]
  if (text === undefined) return {}
  const value = JSON.parse(text) as Json
  return isJsonObject(value) ? value : {}
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
    const form = readReplies(call)
    const { lang, group } = settingsField(form)
    const groupText = form.fields.find(([key]) => key === '_aplus_group')?.[1]
    const submitterIds = submittersFor(call, user, groupText ?? (typeof group === 'number' ? String(group) : undefined))
    checkStillOpen(call, user)
    const firstLanguage = call.course.language.split('|').find((code) => code !== '') ?? 'en'
    const submission = call.world.addSubmission({
      exerciseId: call.exercise.id,
      submitterIds,
      status: 'initialized',
      language: typeof lang === 'string' ? lang : firstLanguage,
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
