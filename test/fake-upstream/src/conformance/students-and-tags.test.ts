import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const { courseId } = upstream
const tagsPath = `/courses/${courseId}/usertags`

describe('A+ students', () => {
  fact("gives each student a built-in tag first, then the course's", ['teacher', 'course'], async () => {
    const students = await upstream.list(`/courses/${courseId}/students`, { as: 'teacher' })
    for (const student of students) {
      expect((student['tag_slugs'] as string[])[0]).toMatch(/^user-(in|ex)ternal$/)
    }
  })

  fact(
    'lists students by user id, with the same slugs for assistants',
    ['teacher', 'assistant', 'course'],
    async () => {
      const seenBy = async (as: 'teacher' | 'assistant'): Promise<unknown[]> =>
        (await upstream.list(`/courses/${courseId}/students`, { as })).map((one) => [one['id'], one['tag_slugs']])
      const ids = (await seenBy('teacher')).map((row) => (row as [number])[0])
      expect(await seenBy('assistant')).toEqual(await seenBy('teacher'))
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    },
  )

  fact('says on every page how many students there are, and 404 beyond the last', ['simulator'], async () => {
    const authorization = `Token ${upstream.simulated.world.tokenOf(104)}`
    const page = (number: number) => upstream.ask(`/courses/13/students?page=${number}`, { headers: { authorization } })
    for (const number of [1, 12]) {
      const { count, results } = (await page(number)).object()
      expect([count, (results as unknown[]).length]).toEqual([1200, 100])
    }
    expect((await page(13)).status).toBe(404)
  })

  fact('shows a student tags that are not visible to students', ['simulator'], async () => {
    const authorization = `Token ${upstream.simulated.world.tokenOf(205)}`
    const [own] = await upstream.list('/courses/11/students', { headers: { authorization } })
    expect(own?.['tag_slugs']).toEqual(['user-internal', 'group-a', 'retaking'])
  })
})

describe('A+ user tags', () => {
  fact(
    'heads the first page with two built-in tags that have neither id nor links',
    ['teacher', 'course'],
    async () => {
      const page = (await upstream.ask(tagsPath, { as: 'teacher' })).object()
      const [first, second, ...own] = page['results'] as readonly JsonObject[]
      expect([first, second]).toEqual(
        ['user-internal', 'user-external'].map((slug) =>
          expect.objectContaining({ slug, id: null, url: null, taggings: null }),
        ),
      )
      expect(own.every(({ id }) => typeof id === 'number')).toBe(true)
      expect(page['count']).toBe(own.length + 2)
    },
  )

  fact("orders the course's tags by name and derives the font colour", ['teacher', 'course'], async () => {
    const own = (await upstream.list(tagsPath, { as: 'teacher' })).slice(2)
    const names = own.map(({ name }) => String(name))
    expect(names).toEqual(names.toSorted())
    for (const tag of own) {
      expect(tag['color']).toMatch(/^#[0-9a-fA-F]{6}$/)
      expect(tag['font_color']).toBe(tag['font_white'] === true ? '#FFF' : '#000')
    }
  })
})
