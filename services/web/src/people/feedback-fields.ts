import { createHash } from 'node:crypto'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import { HttpError } from '@course-grading/http-kit'
import type { RouterContext } from '@koa/router'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { gradedCourse } from '../rubrics/rubric-of.ts'
import type { Fault } from '../islands/forms/form-look.ts'

/** A text to a student, as a person types it. */
export interface FeedbackFields {
  readonly language: string
  readonly body: string
}
const fieldNames = ['language', 'body'] as const
export type FieldName = (typeof fieldNames)[number]

export interface FeedbackForm {
  readonly fields: FeedbackFields
  /** What the form was drawn from: of the text only a digest, since a form has no room for it twice. */
  readonly base: { readonly revision: number; readonly drawn: FeedbackFields }
  readonly faults: readonly Fault[]
  /** Under which what stands is shown. */
  readonly stale: readonly FieldName[]
  readonly focus: string | null
  /** The text as the student will read it. */
  readonly preview?: string
}

export const isField = (name: string): name is FieldName => fieldNames.some((field) => field === name)

export const fieldsOf = ({ language, body }: FeedbackFields): FeedbackFields => ({
  language,
  // As a browser sends it.
  body: body.replaceAll(/\r\n?/g, '\n'),
})

export const drawnFrom = (fields: FeedbackFields): FeedbackFields => ({
  language: fields.language,
  body: createHash('sha256').update(fieldsOf(fields).body).digest('base64url'),
})

export const formOf = (document: FeedbackDocument): FeedbackForm => ({
  fields: fieldsOf(document),
  base: { revision: document.revision, drawn: drawnFrom(document) },
  faults: [],
  stale: [],
  focus: null,
})

/** The document of the address. @throws HttpError not_found where it is no text to a student of the course */
export async function readText(ctx: RouterContext, visit: Visit): Promise<TextToStudent> {
  const { courseId } = gradedCourse(ctx, visit)
  const { boundary, requestId } = visit
  const params = { id: readRecordId(ctx.params['id']) }
  const { body: document } = await boundary.getFeedback({ params, requestId })
  const { target } = document
  if (document.courseId !== courseId || target.type !== 'student') throw new HttpError('not_found')
  return { ...document, target }
}

export type TextToStudent = FeedbackDocument & {
  readonly target: { readonly type: 'student'; readonly userId: number }
}

const changedFields = (from: FeedbackFields, to: FeedbackFields): FieldName[] =>
  fieldNames.filter((name) => from[name] !== to[name])

/** The revision that stands then; or why nothing was saved. What somebody else changed beside it stays. */
export async function saveText(
  { boundary, requestId }: Visit,
  id: string,
  { fields, base }: Pick<FeedbackForm, 'fields' | 'base'>,
): Promise<number | FrontendTransportError> {
  const changed = changedFields(base.drawn, drawnFrom(fields))
  if (changed.length === 0) return base.revision
  const body = Object.fromEntries(changed.map((name) => [name, fields[name]]))
  const query = { base: base.revision }
  try {
    const { etag } = await boundary.patchFeedback({ params: { id }, query, body, requestId })
    return Number(etag.replaceAll('"', ''))
  } catch (error) {
    if (error instanceof FrontendTransportError && [400, 409].includes(error.status ?? 0)) return error
    throw error
  }
}

/** After a save that was refused since somebody changed the same: theirs where nothing was typed, and what both changed. */
export function mergeText(form: FeedbackForm, standing: FeedbackDocument): FeedbackForm {
  const { base, fields } = form
  const now = formOf(standing)
  const mine = changedFields(base.drawn, drawnFrom(fields))
  const theirs = changedFields(base.drawn, now.base.drawn)
  return {
    ...now,
    fields: { ...now.fields, ...Object.fromEntries(mine.map((name) => [name, fields[name]])) },
    stale: mine.filter((name) => theirs.includes(name) && fields[name] !== now.fields[name]),
  }
}
