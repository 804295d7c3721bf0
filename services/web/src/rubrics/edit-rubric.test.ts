import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import {
  generatedLanguages,
  generatedRubric,
  randomOf,
  whole,
} from '@course-grading/domain/rubrics/generated-rubric.fixture'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb, type WebReply } from '../web.fixture.ts'
import { fieldsInForm } from './form-fields.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const rubric = operations.getRubric.replies[200].example
const path = `/courses/11/rubrics/${rubric.rubricId}/edit`

beforeEach(() => {
  boundary.forget()
  as('teacher')
  boundary.replyWith('getCourse', {
    status: 200,
    body: { ...operations.getCourse.replies[200].example, languages: generatedLanguages },
  })
})

function as(...roles: string[]): void {
  const courses = session.courses.map((course) => ({ ...course, roles }))
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
}

const open = (page = path): Promise<WebReply> => ask(page, { signedIn: true })
/** Sends the form of a page as it stands, by one of its buttons, with other values of some fields. */
const send = (page: WebReply, press: string, typed: Readonly<Record<string, string>> = {}): Promise<WebReply> => {
  const drawn = fieldsInForm(page.text).filter(([name]) => !Object.hasOwn(typed, name))
  return ask(path, { signedIn: true, form: [...drawn, ...Object.entries(typed), ['press', press]] })
}
const ofChecks = {
  title: { en: 'F' },
  required: true,
  commentRequired: false,
  visibleToStudent: true,
  kind: 'checks',
  minChecks: 0,
  maxChecks: null,
} as const
const aCheck = { title: { en: 'T' }, points: 1, maxTimes: 1, visibility: 'never', commentRequired: false } as const
const saved = () => boundary.calls.filter(({ operation }) => operation === 'putRubricDraft')
const isWith = (draft: object) => boundary.replyWith('getRubric', { status: 200, body: { ...rubric, draft } })
const refuse = (status: number, code: string, fieldErrors: object[] = []) => ({
  status,
  body: { code, requestId: 'r-12345678', fieldErrors },
})

describe('the editor of a rubric', () => {
  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'posts the document that it draws, whichever criterion is open and language shown (%d)',
    async (seed) => {
      const document = generatedRubric(seed)
      isWith(document)
      const random = randomOf(seed)
      let page = await open()
      for (let step = 0; step < 3; step++) {
        const { id } = document.criteria[whole(random, 0, document.criteria.length - 1)]!
        page = await send(page, `open:${id}`)
        page = await send(page, `language:${generatedLanguages[whole(random, 0, 2)]}`)
      }
      expect(page.status).toBe(200)
      expect((await send(page, 'save')).status).toBe(303)
      expect(saved().map(({ ifMatch, body }) => [ifMatch, body])).toEqual([[`"${rubric.revision}"`, document]])
    },
  )

  it('keeps what is typed through the buttons of rows, and puts the focus on what moved', async () => {
    const page = await send(await open(), 'down:structure', { 'structure/title': 'Form', maxPoints: '1,5' })
    expect(page.text).toMatch(/<button name="press" value="down:structure"[^>]* autofocus/)
    expect((await send(page, 'save')).status).toBe(303)
    const [{ body } = {}] = saved()
    expect(body).toMatchObject({
      maxPoints: 1.5,
      criteria: [{ id: 'faults' }, { id: 'structure', title: { en: 'Form' } }, {}],
    })
  })

  it('takes back the last removal until another button of a row is pressed', async () => {
    const removed = await send(await open(), 'remove:faults')
    expect(removed.text).toMatch(/data-row="structure".*Removed: Faults\..*data-row="report"/s)
    const back = await send(removed, 'undo')
    expect(back.text).toContain('Faults</legend>')
    expect((await send(removed, 'up:report')).text).not.toContain('value="undo"')
  })

  it('says what is to be mended under its field, opens the first criterion that has some, and saves nothing', async () => {
    const { criteria } = rubric.draft!
    isWith({
      ...rubric.draft,
      criteria: criteria.map((each) => (each.id === 'report' ? { ...each, title: {} } : each)),
    })
    const page = await send(await open(), 'save', { maxPoints: 'ten' })
    expect(page.status).toBe(400)
    expect(saved()).toEqual([])
    expect(page.text).toMatch(/id="maxPoints-r3-fault"/)
    expect(page.text).toMatch(/id="report\/title-r3-fault"/)
    expect(page.text).toContain('value="ten"')
  })

  it('keeps the form over a draft that somebody else saved, and saves over what the page names only', async () => {
    const opened = await open()
    boundary.replyWith('getRubric', { status: 200, body: { ...rubric, revision: 9 } })
    boundary.replyWith('putRubricDraft', refuse(412, 'revision_conflict'))
    const stale = await send(opened, 'save', { 'structure/title': 'Mine' })
    expect(stale.status).toBe(412)
    expect(stale.text).toContain('value="Mine"')
    expect(stale.text).toContain(`<a class="button" href="${path}" target="_blank"`)
    boundary.forgetCalls()
    await send(stale, 'save')
    await send(stale, 'over:9')
    expect(saved().map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"9"'])
  })

  it('takes a draft that stands already as saved: its first reply was lost', async () => {
    const opened = await open()
    boundary.replyWith('getRubric', { status: 200, body: { ...rubric, revision: 9 } })
    boundary.replyWith('putRubricDraft', refuse(412, 'revision_conflict'))
    expect((await send(opened, 'save')).status).toBe(303)
    const body = JSON.stringify({ revision: 3, document: rubric.draft })
    const headers = { 'X-Person': '101', 'Content-Type': 'application/json', Origin: 'https://web.example' }
    const again = await ask(path.replace('/edit', '/draft'), { signedIn: true, method: 'POST', headers, body })
    expect(JSON.parse(again.text)).toEqual({ revision: 9 })
  })

  it('says what the boundary refuses, with what was typed', async () => {
    boundary.replyWith('putRubricDraft', refuse(409, 'not_in_state'))
    const archived = await send(await open(), 'save', { 'structure/title': 'Mine' })
    expect([archived.status, archived.text]).toEqual([409, expect.stringContaining('The rubric is archived.')])
    const issue = { path: '$.criteria[0].title', code: 'too_long', message: 'x' }
    boundary.replyWith('putRubricDraft', refuse(400, 'validation_failed', [issue]))
    const refused = await send(await open(), 'save')
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/id="structure\/title-r3-fault"/)])
  })

  it('goes on to publishing, with the exercise and the work it began at', async () => {
    const opened = await open(`${path}?exercise=1103&from=/grade/x`)
    const { headers } = await send(opened, 'publish')
    expect(headers.location).toBe(`/courses/11/rubrics/${rubric.rubricId}/publish`)
    expect(opened.text).toContain(`action="${path}?exercise=1103&amp;from=%2Fgrade%2Fx"`)
    expect((await open(`${path}?from=//evil.example`)).text).toContain(`action="${path}"`)
  })

  it('takes a rubric as large as there may be one, of 4,750 checks', async () => {
    const checks = Array.from({ length: 95 }, (_, at) => ({ ...aCheck, id: `k${at}` }))
    const criteria = Array.from({ length: 50 }, (_, at) => ({ ...ofChecks, id: `c${at}`, checks }))
    const large = { ...rubric.draft, criteria }
    isWith(large)
    const page = await send(await open(), 'open:c7', { maxPoints: '20' })
    expect((await send(page, 'save')).status).toBe(303)
    expect(saved()[0]?.body).toEqual(large)
  })

  it('is not there for people who only grade', async () => {
    as('grader')
    expect((await open()).status).toBe(404)
  })
})
