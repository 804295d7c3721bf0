import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb, type WebReply } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const document = operations.getCourseSettings.replies[200].example
const update = operations.putCourseSettings.example.body
const path = '/courses/11/settings/exercises'
beforeEach(() => {
  boundary.forget()
  signIn(['teacher'])
})

function signIn(roles: string[]): void {
  const courses = session.courses.map((course) => ({ ...course, roles }))
  boundary.replyWith('getSession', {
    status: 200,
    body: { ...session, courses, preferences: { ...session.preferences, locale: 'en' } },
  })
}

const send = (...ids: number[]): Promise<WebReply> =>
  ask(path, {
    signedIn: true,
    form: [['person', '101'], ['revision', '7'], ...ids.map((id): [string, string] => [`exercise/${id}`, 'on'])],
  })
const writes = () => boundary.calls.filter(({ operation }) => operation === 'putCourseSettings')
const refuse = (status: number, body: object) =>
  boundary.replyWith('putCourseSettings', { status, body: { requestId: 'r-12345678', ...body } })

describe('exercises by hand', () => {
  it('are those of A+, and the listed ones that it lacks, to teachers alone', async () => {
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(/<h2>Basics<\/h2> <span[^>]*>1 of 2/)
    expect(text).toMatch(/<h2>A\+ does not have these exercises now<\/h2>.*name="exercise\/1104"[^>]* checked/)
    signIn(['grader'])
    expect((await ask(path, { signedIn: true })).status).toBe(404)
  })

  it('are written with all other fields as they were', async () => {
    expect((await send(1102, 1103)).headers.location).toBe(`${path}?saved`)
    expect(writes()).toMatchObject([{ ifMatch: '"7"', body: { ...update, manualGradingExercises: [1102, 1103] } }])
  })

  it('are written beside what others changed meanwhile, in other fields and in this one', async () => {
    const theirs = { ...document, revision: 8, name: 'Another name', manualGradingExercises: [1103, 1104, 1105] }
    boundary.replyWith('getCourseSettings', { status: 200, body: theirs, revision: 8 })
    boundary.replyWith('putCourseSettings', ({ ifMatch }) =>
      ifMatch === '"8"'
        ? { status: 200, body: { ...theirs, revision: 9 } }
        : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
    )
    expect((await send(1102, 1103)).status).toBe(303)
    expect(writes().at(-1)?.body).toMatchObject({ name: 'Another name', manualGradingExercises: [1102, 1103, 1105] })
  })

  it('say which one another course grades, under it, and stay as chosen', async () => {
    refuse(400, {
      code: 'validation_failed',
      fieldErrors: [{ path: '$.manualGradingExercises[1]', code: 'invalid_value', message: '…' }],
    })
    const { status, text } = await send(1103, 1102)
    expect(status).toBe(400)
    expect(text).toContain('<a href="#exercise/1102-r7">Exercise 1102</a>')
    expect(text).toMatch(/id="exercise\/1102-r7-fault"[^>]*>A\+ has no such exercise/)
    expect(text).toMatch(/<details class="card module" open><summary><h2>Basics/)
    expect(text).not.toMatch(/name="exercise\/1104"[^>]* checked/)
  })

  it.each([
    ['a grader who is no staff now', 400, '$.graders[1].userId', 'not_staff', 'Graders, user 103'],
    ['an exercise of another course', 409, '$.manualGradingExercises', 'conflict', 'Exercises by hand'],
  ])('tell of %s', async (_what, status, at, code, title) => {
    refuse(status, {
      code: status === 409 ? 'manual_grading_exercise_conflict' : 'validation_failed',
      fieldErrors: [{ path: at, code, message: '…' }],
    })
    const reply = await send(1102)
    expect([reply.status, new RegExp(`role="alert".*${title}(?:</a>)?: `).test(reply.text)]).toEqual([status, true])
    expect(reply.text).toMatch(/name="exercise\/1102"[^>]* checked/)
  })
})
