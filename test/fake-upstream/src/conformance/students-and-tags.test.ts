import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const { courseId } = upstream
const tagsPath = `/courses/${courseId}/usertags`
const taggingsPath = `/courses/${courseId}/taggings`

async function postTag(json: JsonObject): Promise<{ status: number; tag: JsonObject }> {
  const got = await upstream.ask(tagsPath, { as: 'teacher', method: 'POST', json })
  return { status: got.status, tag: got.object() }
}

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

  fact('has no own student page for staff', ['teacher', 'student', 'course'], async () => {
    const statuses = [
      await upstream.ask(`/courses/${courseId}/students/me`, { as: 'teacher' }),
      await upstream.ask(`/courses/${courseId}/students/me`, { as: 'student' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 200])
  })

  fact('shows a student tags that are not visible to students', ['simulator'], async () => {
    const authorization = `Token ${upstream.simulated.world.tokenOf(205)}`
    const own = (await upstream.ask('/courses/11/students/me', { headers: { authorization } })).object()
    expect(own['tag_slugs']).toEqual(['user-internal', 'group-a', 'retaking'])
  })

  fact('removes a student with a good status only', ['simulator'], async () => {
    const path = '/courses/11/students/228'
    const send = async (query: string): Promise<number> =>
      (await upstream.ask(path + query, { as: 'assistant', method: 'DELETE' })).status
    expect([await send('?status=NONSENSE'), await send('?status=REMOVED'), await send('?status=REMOVED')]).toEqual([
      400, 204, 404,
    ])
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

  fact(
    'makes a new tag with defaults, and another slug where it is taken',
    ['teacher', 'course', 'writes'],
    async () => {
      const first = await postTag({ slug: 'conformance', name: 'Conformance' })
      const second = await postTag({ slug: 'conformance', name: 'Conformance' })
      expect([first.status, second.status]).toEqual([201, 201])
      expect(first.tag).toMatchObject({ color: '#CD0000', visible_to_students: false, description: '' })
      expect(second.tag['slug']).toMatch(/^conformance.+/)
      for (const { tag } of [first, second]) {
        const path = `${tagsPath}/${JSON.stringify(tag['id'])}`
        expect((await upstream.ask(path, { as: 'teacher', method: 'DELETE' })).status).toBe(204)
        expect((await upstream.ask(path, { as: 'teacher' })).status).toBe(404)
      }
    },
  )

  const refused: readonly [string, JsonObject, string][] = [
    ['without a slug', { name: 'X' }, 'slug'],
    ['with a blank slug', { slug: ' ', name: 'X' }, 'slug'],
    ['without a name', { slug: 'x' }, 'name'],
    ['with a name over 20', { slug: 'x', name: 'x'.repeat(21) }, 'name'],
    ['with a description over 155', { slug: 'x', name: 'x', description: 'x'.repeat(156) }, 'description'],
  ]
  for (const [what, json, field] of refused) {
    fact(`refuses a tag ${what}, with a list of texts by field`, ['teacher', 'course', 'writes'], async () => {
      const { status, tag } = await postTag(json)
      expect([status, Object.keys(tag)]).toEqual([400, [field]])
      expect(tag[field]).toEqual([expect.any(String)])
    })
  }
})

describe('A+ taggings', () => {
  fact('lists by user, with neither time nor author, and none of built-in tags', ['teacher', 'course'], async () => {
    const taggings = await upstream.list(taggingsPath, { as: 'teacher' })
    for (const tagging of taggings) {
      expect(Object.keys(tagging).sort()).toEqual(['id', 'tag', 'url', 'user'])
      expect((tagging['tag'] as JsonObject)['slug']).not.toMatch(/^user-(in|ex)ternal$/)
    }
  })

  fact('tags one person once: 201, then 400 with a bare list', ['simulator'], async () => {
    const json = { tag: { slug: 'group-b' }, user: { username: 'student01' } }
    const first = await upstream.ask(taggingsPath, { as: 'teacher', method: 'POST', json })
    const second = await upstream.ask(taggingsPath, { as: 'teacher', method: 'POST', json })
    expect([first.status, second.status, JSON.parse(second.text)]).toEqual([201, 400, [expect.any(String)]])
    const query = '?tag_id=32&user_id=201'
    expect((await upstream.ask(taggingsPath + query, { as: 'teacher', method: 'DELETE' })).status).toBe(204)
    expect(await upstream.list(taggingsPath + query, { as: 'teacher' })).toEqual([])
  })

  fact('tags many people with partial success', ['simulator'], async () => {
    const json = { tag: { slug: 'group-b' }, user_ids: [203, 999_999] }
    const got = await upstream.ask(taggingsPath, { as: 'teacher', method: 'POST', json })
    expect([got.status, got.object()['created'], got.object()['errors']]).toEqual([201, 1, [expect.anything()]])
  })
})
