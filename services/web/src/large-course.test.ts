import { beforeEach, expect, it } from 'vitest'
import { beLarge, pagesOfLargeCourse } from './large-course.fixture.ts'
import { openTestWeb } from './web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => {
  boundary.forget()
  beLarge(boundary)
})
const course = '/courses/11'

it.each(pagesOfLargeCourse)(
  'a page of a course of the largest size is at most 300 KB: %s',
  async (_what, path, asked = {}) => {
    const { status, text } = await ask(path, { signedIn: true, ...asked })
    expect(status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300_000)
  },
)

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
