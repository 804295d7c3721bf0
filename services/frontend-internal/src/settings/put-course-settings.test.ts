import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { type FrontendRequest, startReplica, startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let replica: TestService
let sessions: { readonly teacher: string; readonly otherTeacher: string; readonly assistant: string }
let current: string
beforeAll(async () => {
  service = await startTestService()
  replica = await startReplica(service)
  const [teacher, otherTeacher, assistant] = [
    await service.signIn(101),
    await service.signIn(104),
    await service.signIn(102),
  ]
  sessions = { teacher, otherTeacher, assistant }
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

const etagOf = async (courseId: number, session: string) =>
  (await service.request('GET', `/courses/${courseId}/settings`, { session })).headers.get('etag')!
beforeEach(async () => {
  current = await etagOf(11, sessions.teacher)
})

const put = (request: FrontendRequest, courseId: number | string = 11, through = service) =>
  through.request('PUT', `/courses/${courseId}/settings`, { session: sessions.teacher, ifMatch: current, ...request })
const bySlug = async (slug: string) => {
  const reply = await service.request('GET', `/courses/by-slug/${slug}`, { session: sessions.teacher })
  return (await reply.json()) as { courseId: number; slug: string; movedTo?: string }
}

describe('putCourseSettings', () => {
  it('stores the whole change as the next revision and replies with the document', async () => {
    const change = aSettingsChange({ name: 'Ohjelmointi 1', listed: false, manualGradingExercises: [1104, 1103, 1102] })
    const reply = await put({ body: change })
    const next = Number(JSON.parse(current)) + 1
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, `"${next}"`])
    const text = await reply.text()
    expect(JSON.parse(text)).toEqual({
      ...demoCourses.programming1,
      ...change,
      revision: next,
      manualGradingExercises: [1102, 1103, 1104],
    })
    expect(await (await service.request('GET', '/courses/11/settings', { session: sessions.teacher })).text()).toBe(
      text,
    )
  })

  it('makes a new revision even if nothing changed', async () => {
    const document = (await (
      await service.request('GET', '/courses/11/settings', { session: sessions.teacher })
    ).json()) as typeof demoCourses.programming1
    expect(await (await put({ body: changeOf(document) })).json()).toEqual({
      ...document,
      revision: document.revision + 1,
    })
  })

  it('accepts one of two writers who read the same revision, on different replicas', async () => {
    const replies = await Promise.all(
      [service, replica, service, replica].map((through) => put({ body: aSettingsChange() }, 11, through)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
    expect(await problemOf(replies.find(({ status }) => status === 412)!)).toEqual([412, 'revision_conflict'])
  })

  it('reports all issues of the document against its course at once', async () => {
    const body = aSettingsChange({
      visibleTagSlugs: ['group-a', 'nobody'],
      graders: [
        { userId: 102, languages: ['sv'], feedbackTags: ['x'], gradingTags: ['group-a', 'y'] },
        { userId: 105, languages: ['fi'] },
        { userId: 99_999, languages: ['fi'] },
      ],
    })
    expect(await problemOf(await put({ body }))).toEqual([
      400,
      'validation_failed',
      '$.visibleTagSlugs invalid_value',
      '$.graders[0].languages invalid_value',
      '$.graders[0].feedbackTags invalid_value',
      '$.graders[0].gradingTags invalid_value',
      '$.graders[1].userId not_staff',
      '$.graders[2].userId not_staff',
    ])
  })

  it('replies upstream_unavailable if a grader cannot be looked up, and stores nothing', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/103', times: 1, action: { kind: 'status', status: 500 } })
    expect(await problemOf(await put({ body: aSettingsChange() }))).toEqual([502, 'upstream_unavailable'])
    expect(await etagOf(11, sessions.teacher)).toBe(current)
  })
})

describe('putCourseSettings with another slug', () => {
  it('renames the course, which is still found by the old slug and may return to it', async () => {
    expect(await (await put({ body: aSettingsChange({ slug: 'prog-1' }) })).json()).toMatchObject({ slug: 'prog-1' })
    expect(await bySlug('programming-1')).toMatchObject({ courseId: 11, slug: 'prog-1', movedTo: 'prog-1' })
    expect(await bySlug('prog-1')).not.toHaveProperty('movedTo')
    current = await etagOf(11, sessions.teacher)
    expect((await put({ body: aSettingsChange({ slug: 'programming-1' }) })).status).toBe(200)
    expect(await bySlug('prog-1')).toMatchObject({ courseId: 11, slug: 'programming-1', movedTo: 'programming-1' })
  })

  it('rejects a slug that another course has or had', async () => {
    expect((await put({ body: aSettingsChange({ slug: 'prog-2026' }) })).status).toBe(200)
    const body = (slug: string) => ({ ...changeOf(demoCourses.dataStructures), slug })
    const other = { session: sessions.otherTeacher, ifMatch: await etagOf(13, sessions.otherTeacher) }
    for (const slug of ['prog-2026', 'programming-1']) {
      expect(await problemOf(await put({ ...other, body: body(slug) }, 13))).toEqual([
        409,
        'slug_taken',
        '$.slug conflict',
      ])
    }
    expect(await etagOf(13, sessions.otherTeacher)).toBe(other.ifMatch)
  })

  it('gives a slug to one of two courses that want it through two replicas, in ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const slug = `race-${round}`
      const mine = { ifMatch: await etagOf(11, sessions.teacher), body: aSettingsChange({ slug }) }
      const theirs = {
        session: sessions.otherTeacher,
        ifMatch: await etagOf(13, sessions.otherTeacher),
        body: { ...changeOf(demoCourses.dataStructures), slug },
      }
      const replies = await Promise.all([put(mine, 11, service), put(theirs, 13, replica)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const loser = replies.find(({ status }) => status === 409)!
      expect(await problemOf(loser)).toEqual([409, 'slug_taken', '$.slug conflict'])
      const winner = (await replies.find(({ status }) => status === 200)!.json()) as { courseId: number; slug: string }
      expect(winner.slug).toBe(slug)
      expect(await ownerQuery(service, 'SELECT course_id::int FROM course_slug WHERE slug = $1', [slug])).toEqual([
        { course_id: winner.courseId },
      ])
    }
  })

  it('rejects a slug of a course that has reserved 20, and accepts those that it has reserved', async () => {
    await ownerQuery(
      service,
      "INSERT INTO course_slug (slug, course_id) SELECT 'reserved-' || number, 11 FROM generate_series(1, 20 - (SELECT count(*) FROM course_slug WHERE course_id = 11)) AS number",
    )
    expect(await problemOf(await put({ body: aSettingsChange({ slug: 'one-more' }) }))).toEqual([
      409,
      'slug_taken',
      '$.slug conflict',
    ])
    expect((await put({ body: aSettingsChange({ slug: 'reserved-1' }) })).status).toBe(200)
  })
})
