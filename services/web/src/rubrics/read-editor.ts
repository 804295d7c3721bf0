import { createValidator, validJson } from '@course-grading/http-kit'
import { type EditorState, shownFields, withField } from '../islands/rubric/editor-state.ts'

/** 5,000 checks in three languages. */
const limits = { bytes: 2_000_000, members: 120_000 }

const text = { type: 'string' }
const flag = { type: 'boolean' }
const localized = { type: 'object', additionalProperties: text }
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values })
const shapeOf = (properties: object, nullable = false) => ({
  type: nullable ? ['object', 'null'] : 'object',
  required: Object.keys(properties),
  properties,
})

const worded = { id: text, title: localized, description: localized, graderNote: localized }
const part = {
  ...worded,
  points: text,
  commentRequired: flag,
  maxTimes: text,
  visibility: oneOf('always', 'chosen', 'never'),
}
const parts = { type: 'array', items: shapeOf(part) }
const criterion = {
  ...worded,
  required: flag,
  commentRequired: flag,
  visibleToStudent: flag,
  kind: oneOf('levels', 'checks', 'points'),
  levels: parts,
  checks: parts,
  minChecks: text,
  maxChecks: text,
  min: text,
  max: text,
  step: text,
}
const rubric = {
  title: localized,
  description: localized,
  maxPoints: text,
  startingPoints: text,
  rounding: oneOf('none', 'half', 'whole'),
  criteria: { type: 'array', items: shapeOf(criterion) },
}
const item = { anyOf: [shapeOf(criterion), shapeOf(part)] }
const removed = shapeOf({ of: { type: ['string', 'null'] }, at: { type: 'integer' }, item }, true)
const state = shapeOf({ rubric: shapeOf(rubric), open: { type: ['string', 'null'] }, language: text, removed })
const validate = createValidator(state)

/** What the form was drawn from, and in it what was typed since. @throws HttpError validation_failed, overloaded */
export async function readEditor(form: URLSearchParams, userId: number): Promise<EditorState> {
  const bytes = Buffer.from(form.get('base') ?? '')
  const drawn = (await validJson(bytes, limits, validate, userId)) as EditorState
  return shownFields(drawn).reduce(
    (typed, [name, kind]) =>
      // A box that is not checked is not sent.
      kind === 'box' || form.has(name) ? withField(typed, name, kind, form.get(name) ?? '') : typed,
    drawn,
  )
}
