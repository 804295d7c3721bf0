import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldsInForm } from '../rubrics/form-fields.fixture.ts'
import { en } from '../texts/en.ts'
import { fi } from '../texts/fi.ts'
import { sv } from '../texts/sv.ts'
import { openTestWeb } from '../web.fixture.ts'
import { nextRequest } from './copy-form.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const copied = operations.copyCourseGrading.replies[200].example
const nothingLeftOut = { rubrics: [], snippets: [], exercises: [], settings: [], templates: [] }
const path = '/courses/11/copy'
const [course] = session.courses

beforeEach(() => {
  boundary.forget()
  signIn('teacher')
  offer(['Essay', 'Plan'], ['PLAN ', '|en:Essay|fi:Essee|', 'Quiz'])
})

/** In this course 11; in 10, the other one, always as its teacher. */
function signIn(role: string): void {
  const preferences = { ...session.preferences, locale: 'en' }
  const courses = [
    { ...course, roles: [role] },
    { ...course, courseId: 10, name: 'Last year', instanceName: '2025', roles: ['teacher'] },
    { ...course, courseId: 9, roles: ['assistant'] },
    { ...course, courseId: 8, roles: ['teacher'], configured: false },
  ]
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
}

/** Exercises by hand: of course 10 from 1001 on, of course 11 from 1101 on. */
function offer(from: readonly string[], to: readonly string[]): void {
  const [queue] = operations.listQueues.replies[200].example.items
  boundary.replyWith('listQueues', ({ target }) => {
    const [first, names] = target.includes('/10/') ? [1001, from] : [1101, to]
    const items = names.map((exerciseName, place) => ({ ...queue, exerciseId: first + place, exerciseName }))
    return { status: 200, body: { items, nextCursor: null } }
  })
}

const open = async () => (await ask(`${path}?from=10`, { signedIn: true })).text
const send = async (form: [string, string][]) => await ask(path, { signedIn: true, form })
const copies = () => boundary.calls.filter(({ operation }) => operation === 'copyCourseGrading')
const pairsSent = () => copies().map(({ body }) => (body as { exercises: object[] }).exercises)
const pairsIn = (text: string) => fieldsInForm(text).flatMap(([name, value]) => (name === 'pair' ? [value] : []))

describe('copying from another course', () => {
  it('is for teachers of both, and says that graders are not copied', async () => {
    const { text } = await ask(path, { signedIn: true })
    expect(text).toContain('Graders are not copied')
    expect(text.match(/<option value="\d+"/g)).toEqual(['<option value="10"'])
    expect((await send([...fieldsInForm(await open()), ['from', '9']].toReversed() as [string, string][])).status).toBe(
      404,
    )
    signIn('grader')
    expect((await ask(path, { signedIn: true })).status).toBe(404)
  })

  it('proposes pairs of equal names, and sends those that are ticked', async () => {
    const text = await open()
    expect(pairsIn(text)).toEqual(['1002-1101', '1001-1102'])
    expect((await send(fieldsInForm(text).filter(([, value]) => value !== '1002-1101'))).status).toBe(200)
    expect(copies()[0]?.body).toEqual({ fromCourseId: 10, exercises: [{ from: 1001, to: 1102 }] })
  })

  it('takes further pairs, each exercise once, and keeps what was taken out in sight', async () => {
    const fields = fieldsInForm(await open()).filter(
      ([name, value]) => value !== '1002-1101' && !name.startsWith('add'),
    )
    const add = (from: string, to: string): [string, string][] => [...fields, ['addFrom', from], ['addTo', to]]
    const { status, text } = await send([...add('1002', '1102'), ['press', 'add']])
    expect([status, pairsIn(text), copies()]).toEqual([200, ['1002-1102'], []])
    expect(text).toMatch(/value="1002-1101"\/><span>PLAN/)
    expect(text).toMatch(/value="1002-1102" checked\/><span>Essay, as Plan/)
    const lacking = await send([...add('1002', ''), ['press', 'add']])
    expect([lacking.status, /addTo-r0-fault"[^>]*>This cannot be empty/.test(lacking.text)]).toEqual([400, true])
    await send(add('1002', '1103'))
    expect(pairsSent()).toEqual([
      [
        { from: 1001, to: 1102 },
        { from: 1002, to: 1103 },
      ],
    ])
  })

  it('goes on with the same pairs while something did not fit, then with the next 200', async () => {
    const names = Array.from({ length: 450 }, (_, place) => `Exercise ${place}`)
    offer(names, names)
    let isFull = true
    boundary.replyWith('copyCourseGrading', () => {
      const snippets = isFull ? [{ snippetId: 'a', reason: 'ask_again' }] : []
      isFull = false
      return { status: 200, body: { ...copied, leftOut: { ...nothingLeftOut, snippets } } }
    })
    let text = await open()
    const buttons: string[] = []
    for (let press: string | undefined = 'save'; press !== undefined;) {
      text = (await send([...fieldsInForm(text), ['press', press]])).text
      const [, next, button = ''] = /value="(save:\d+)">(Go on[^<]*)</.exec(text) ?? []
      if (next !== undefined) buttons.push(button)
      press = next
    }
    expect(buttons).toEqual([
      'Go on with the rest',
      'Go on with exercises 201 to 400',
      'Go on with exercises 401 to 450',
    ])
    expect(pairsSent().map((pairs) => [pairs.length, pairs[0]])).toEqual([
      [200, { from: 1001, to: 1101 }],
      [200, { from: 1001, to: 1101 }],
      [200, { from: 1201, to: 1301 }],
      [50, { from: 1401, to: 1501 }],
    ])
    expect(nextRequest({ leftOut: nothingLeftOut }, 0, 200)).toBeNull()
  })

  it('has a page of at most 300 KB for 400 exercises, none of which is in its pair for nothing', async () => {
    const names = Array.from({ length: 400 }, (_, place) => `|en:Exercise ${place} of this course|fi:Tehtävä ${place}|`)
    offer(names, names)
    expect((await open()).length).toBeLessThan(300_000)
    const leftOut = names.map((_, place) => ({ from: 1001 + place, to: 1101 + place, reason: 'has_settings' }))
    const body = { ...copied, leftOut: { ...nothingLeftOut, exercises: leftOut.slice(0, 200) } }
    boundary.replyWith('copyCourseGrading', { status: 200, body })
    expect((await send(fieldsInForm(await open()))).text.length).toBeLessThan(300_000)
  })

  it.each([en, fi, sv])('has a text for each reason of the contract, in each language', ({ copy }) => {
    const { properties } = operations.copyCourseGrading.replies[200].schema.properties.leftOut
    const lacking = Object.entries(properties).flatMap(([kind, { items }]) => {
      const member: object = 'setting' in items.properties ? items.properties.setting : items.properties.reason
      const reasons = Object.entries(member).find(([name]) => name.endsWith('enum'))?.[1] as string[]
      return reasons.filter((reason) => !Object.hasOwn(copy.byReason[kind as keyof typeof copy.byReason], reason))
    })
    expect(lacking).toEqual([])
  })

  it('names what it left out, with the reason, and that a rubric was published again since', async () => {
    const [rubric] = operations.listRubrics.replies[200].example.items
    const rubrics = [{ rubricId: rubric?.rubricId, reason: 'copied_before', isNewerThanCopy: true }]
    const snippets = ['a', 'b'].map((snippetId) => ({ snippetId, reason: 'copied_before' }))
    const body = {
      ...copied,
      rubrics: [],
      snippets: 0,
      exercises: [],
      templates: [],
      leftOut: { ...nothingLeftOut, rubrics, snippets },
    }
    boundary.replyWith('copyCourseGrading', { status: 200, body })
    const { text } = await send(fieldsInForm(await open()))
    expect(text).toMatch(
      /Nothing\..*1 rubric: this course has a copy of it already, and since then it was published again/,
    )
    expect(text).toMatch(/published again.*Programming project.*2 comments: this course has a copy of it already/)
    expect(text).not.toContain('Go on')
  })
})
