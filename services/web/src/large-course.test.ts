import { beforeEach, expect, it } from 'vitest'
import { beLarge } from './large-course.fixture.ts'
import { openTestWeb, type WebRequest } from './web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => {
  boundary.forget()
  beLarge(boundary)
})
const course = '/courses/11'
const graders = `${course}/settings/graders`
const rows = Array.from({ length: 200 }, (_row, place) => `${101 + place};sv;group-1;`)
const csv = `email;languages;feedbackTags;gradingTags\n${rows.join('\n')}\n`

it.each<[what: string, path: string, asked?: WebRequest]>([
  ['the overview', course],
  ['the graders', graders],
  ['a file of graders', `${graders}/file`, { form: { person: '101', revision: '7', csv } }],
  ['the exercises by hand', `${course}/settings/exercises`],
  ['the settings of an exercise', `${course}/exercises/10001/settings`],
  ['the queue of an exercise', `${course}/exercises/10001`],
  ['the release of an exercise', `${course}/exercises/10001/release`],
  ['the deliveries', `${course}/deliveries`],
  ['the deliveries that wait', `${course}/deliveries?state=ambiguous`],
  ['the rubrics', `${course}/rubrics`],
  ['the submissions', `${course}/submissions`],
])('a page of a course of the largest size is at most 300 KB: %s', async (_what, path, asked = {}) => {
  const { status, text } = await ask(path, { signedIn: true, ...asked })
  expect(status).toBe(200)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300_000)
})

it('the overview has its exercises in pages, and of what waits the first ones', async () => {
  const rowsIn = async (path: string) => {
    const { text } = await ask(path, { signedIn: true })
    const next = /<a href="([^"]*)">Next 50</.exec(text)?.[1]
    return { text, next, names: [...text.matchAll(/<th[^>]*><a[^>]*>(\d+)\. /g)].map(([, number]) => Number(number)) }
  }
  const first = await rowsIn(course)
  expect(first.text.match(/And the same of 380 more exercises\./g)).toHaveLength(3)
  const last = await rowsIn(`${course}?from=350`)
  expect([first.names.at(-1), first.next, last.names[0], last.names.length, last.next]).toEqual([
    50,
    `${course}?from=50`,
    351,
    50,
    undefined,
  ])
})
