import { describe, expect } from 'vitest'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)
const aplusJson = 'application/vnd.aplus+json'

describe('A+ conventions', () => {
  for (const accept of ['*/*', 'application/json', aplusJson, `${aplusJson}; version=2.0`]) {
    fact(`answers Accept ${accept} with the A+ media type without a charset`, ['teacher'], async () => {
      const got = await upstream.ask('/users/me', { as: 'teacher', headers: { accept } })
      expect([got.status, got.contentType.split(';')[0]]).toEqual([200, aplusJson])
      expect(got.contentType).not.toContain('charset')
    })
  }

  fact('shows a browser an HTML page with status 200', ['teacher'], async () => {
    const got = await upstream.ask('/users/me', { as: 'teacher', headers: { accept: 'text/html' } })
    expect([got.status, got.contentType.split(';')[0]]).toEqual([200, 'text/html'])
  })

  fact('answers with and without the trailing slash, without a redirect', ['teacher'], async () => {
    const plain = await upstream.ask('/users/me', { as: 'teacher' })
    const slashed = await upstream.ask('/users/me/', { as: 'teacher' })
    expect([plain.status, slashed.status, slashed.text]).toEqual([200, 200, plain.text])
  })

  for (const method of ['GET', 'POST']) {
    fact(
      `redirects a ${method} of a path where nothing is routed to the same with a slash, and only there shows an HTML 404 page`,
      ['teacher'],
      async () => {
        const got = await upstream.ask('/no-such-thing?a=1', { as: 'teacher', method })
        const location = new URL(got.headers.get('location') ?? '', got.url)
        const slashed = await upstream.ask(location.href, { as: 'teacher', method })
        expect([got.status, location.pathname, location.search]).toEqual([301, '/api/v2/no-such-thing/', '?a=1'])
        expect([slashed.status, slashed.contentType.split(';')[0]]).toEqual([404, 'text/html'])
      },
    )
  }

  fact('pages by 100 whatever size is asked for', ['simulator'], async () => {
    const headers = { authorization: `Token ${upstream.simulated.world.tokenOf(104)}` }
    const page = (await upstream.ask('/courses/13/students?limit=5&page_size=5', { headers })).object()
    expect([page['count'], (page['results'] as unknown[]).length]).toEqual([1200, 100])
  })

  fact('keeps the rest of the query in the next link, a token too', ['submissionUrl'], async () => {
    const token = new URL(upstream.disposableSubmissionUrl()).searchParams.get('token') ?? ''
    const page = (await upstream.ask(`/users?token=${token}&a=b`)).object()
    if (page['next'] === null) return expect(page['count']).toBeLessThanOrEqual(100)
    const next = new URL(String(page['next']))
    expect(Object.fromEntries(next.searchParams)).toEqual({ token, a: 'b', page: '2' })
  })

  for (const page of ['0', '99999']) {
    fact(`has no page ${page}: 404`, ['teacher'], async () => {
      const got = await upstream.ask(`/users?page=${page}`, { as: 'teacher' })
      expect([got.status, Object.keys(got.object())]).toEqual([404, ['detail']])
    })
  }

  fact('shows an anonymous caller whether an object exists: 404 comes before 401', ['course'], async () => {
    const statuses = await Promise.all(
      ['/courses/999999', `/courses/${upstream.courseId}`, '/submissions/99999999'].map(
        async (path) => (await upstream.ask(path)).status,
      ),
    )
    expect(statuses).toEqual([404, 401, 404])
  })

  fact('answers 404 for another user and 403 for another course', ['student', 'otherCourse'], async () => {
    const user = await upstream.ask('/users/1', { as: 'student' })
    const course = await upstream.ask(`/courses/${upstream.otherCourseId}`, { as: 'student' })
    expect([user.status, course.status]).toEqual([404, 403])
  })

  fact('writes times of serializer fields in the site zone with an offset', ['teacher', 'course'], async () => {
    const course = (await upstream.ask(`/courses/${upstream.courseId}`, { as: 'teacher' })).object()
    expect(course['starting_time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?[+-]\d\d:\d\d$/)
  })

  fact('has neither ETag nor Last-Modified nor CORS headers', ['teacher'], async () => {
    const asked = { as: 'teacher', headers: { origin: 'https://elsewhere.example' } } as const
    const { headers } = await upstream.ask('/users/me', asked)
    expect(['etag', 'last-modified', 'access-control-allow-origin'].filter((name) => headers.has(name))).toEqual([])
    expect(headers.get('vary')).toContain('Accept')
  })
})
