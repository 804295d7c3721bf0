import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const { rubricId } = operations.createRubric.replies[201].example

beforeEach(() => {
  boundary.forget()
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences } })
})

const make = (fields: Record<string, string>, query = '') =>
  ask(`/courses/11/rubrics/new${query}`, {
    signedIn: true,
    form: { person: '101', revision: '0', title: 'Essay', maxPoints: '20', how: 'given', copyOf: '', ...fields },
  })
const made = () => boundary.calls.find(({ operation }) => operation === 'createRubric')?.body

it.each([
  ['given', { maxPoints: 20, startingPoints: 0 }, { min: 0, max: 20, step: 1 }],
  ['taken', { maxPoints: 20, startingPoints: 20 }, { min: -20, max: 0, step: 1 }],
])('a new rubric, of which points are %s, has one criterion of points', async (how, points, range) => {
  const { status, headers } = await make({ how }, '?exercise=1103')
  expect([status, headers.location]).toEqual([303, `/courses/11/rubrics/${rubricId}/edit?exercise=1103`])
  expect(made()).toMatchObject({
    document: { title: { en: 'Essay' }, ...points, criteria: [{ kind: 'points', ...range }] },
  })
})

it.each([
  ['title', ''],
  ['maxPoints', ''],
  ['maxPoints', '1,555'],
  ['maxPoints', '0'],
])('a new rubric without a fitting %s is not made, and what was typed stays: %j', async (field, typed) => {
  const { status, text } = await make({ how: 'taken', [field]: typed })
  expect([status, made()]).toEqual([400, undefined])
  expect(text).toContain(`id="${field}-r0-fault"`)
  expect(text).toMatch(/value="taken" checked/)
})

it('a copy without a title in a language of the course is not made, and says so under its field', async () => {
  const body = { code: 'validation_failed', requestId: 'r-12345678', fieldErrors: [] }
  boundary.replyWith('copyRubric', { status: 400, body })
  const { status, text } = await make({ copyOf: rubricId })
  expect([status, text.includes('href="#copyOf-r0"'), text.includes('value="Essay"')]).toEqual([400, true, true])
  expect(text).toContain('Nothing was copied')
})
