import type { FakeUpstream } from '@course-grading/test-fake-upstream'
import type { CourseSettings, Grader } from '@course-grading/domain/settings/course-settings'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { askFrontend, type FrontendSending } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
const manyCourses = 5_000

describe('the settings of a course that are as large as settings can be', { timeout: 600_000 }, () => {
  const tags = Array.from({ length: 256 }, (_, index) => `tag-${index}-`.padEnd(110, 'x'))
  const some = (grader: number, shift: number): readonly string[] =>
    Array.from({ length: 64 }, (_, index) => tags[(grader * 7 + index + shift) % tags.length]!)

  it('are written, read, and listed in the history', async ({ simulated, take }) => {
    for (const userId of staff) {
      simulated.addUser({ id: userId, username: `grader${userId}` })
      simulated.setRole(11, userId, 'assistant')
    }
    await useTags(simulated, take, tags)
    for (const shift of [0, 100]) {
      const current = await settingsNow(take)
      const change = { ...changeOf(current), visibleTagSlugs: tags, graders: [] }
      const graders = gradersThatFill({ ...current, ...change }, (grader) => some(grader, shift))
      const { bytes, json } = await take<CourseSettings>('PUT', settingsPath, {
        ifMatch: `"${current.revision}"`,
        body: { ...change, graders },
      })
      expect(bytes).toBeGreaterThan(largestDocument - 20_000)
      expect(json.graders).toHaveLength(graders.length)
    }
    const { revision } = await settingsNow(take)
    const detail = await take<{ changes: { path: string }[]; document: CourseSettings }>(
      'GET',
      `${settingsPath}/revisions/${revision}`,
    )
    expect(detail.json.document.revision).toBe(revision)
    expect(detail.json.changes.map(({ path }) => path)).toContain('$.graders')
    await take('GET', `${settingsPath}/revisions?limit=200`)
  })

  it('are imported as CSV', async ({ take }) => {
    const { revision, graders } = await settingsNow(take)
    const rows = graders.map(
      ({ userId, feedbackTags = [], gradingTags = [] }) =>
        `${userId};"fi,en";"${gradingTags.join(',')}";"${feedbackTags.join(',')}"`,
    )
    const body = ['email;languages;feedbackTags;gradingTags', ...rows].join('\n')
    const { bytes, etag } = await take('PUT', '/courses/11/graders', { ifMatch: `"${revision}"`, body })
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(etag).toBe(`"${revision + 1}"`)
  })

  it('are returned by a refresh that finds thousands of used tags missing', async ({ simulated, take }) => {
    const many = Array.from({ length: 4_400 }, (_, index) => `t${index}-`.padEnd(128, 'y'))
    let current = await settingsNow(take)
    await take('PUT', settingsPath, {
      ifMatch: `"${current.revision}"`,
      body: { ...changeOf(current), visibleTagSlugs: [], graders: [] },
    })
    await useTags(simulated, take, many)
    current = await settingsNow(take)
    const graders = staff.map((userId, index): Grader => ({
      userId,
      languages: ['fi'],
      feedbackTags: many.slice(index * 22, index * 22 + 22),
    }))
    await take('PUT', settingsPath, { ifMatch: `"${current.revision}"`, body: { ...changeOf(current), graders } })
    removeTags(simulated)
    const { json } = await take<{ warnings: { slug: string }[] }>('POST', `${settingsPath}/refresh`, { body: {} })
    expect(json.warnings.length).toBeGreaterThan(100)
  })
})

describe('a course with thousands of exercises, tags and submissions', { timeout: 600_000 }, () => {
  let newest = 0
  it.beforeAll(async ({ simulated, take }) => {
    removeTags(simulated)
    for (let index = 0; index < 900; index += 1) {
      const tag = simulated.addTag({
        courseId: 11,
        slug: `tag-${index}-`.padEnd(120, 'z'),
        name: 'n'.repeat(250),
        description: 'd'.repeat(250),
      })
      for (let userId = 201; userId <= 230; userId += 1) simulated.addTagging(tag.id, userId)
    }
    for (let index = 0; index < 6_000; index += 1)
      newest = simulated.addSubmission({ exerciseId: 1103, submitterIds: [201] }).id
    await take('POST', '/courses/11/snapshot/refresh')
  })

  it('has a snapshot, and none that is too large for a reply', async ({ simulated, frontend, session, take }) => {
    const model = simulated.exercise(1102)
    for (let index = 0; index < 2_600; index += 1) {
      simulated.exercises.set(50_000 + index, {
        ...model,
        id: 50_000 + index,
        order: 10 + index,
        name: 'e'.repeat(560),
      })
    }
    const before = await take<{ revision: number }>('GET', '/courses/11/snapshot')
    // A snapshot that would not fit into a reply is rejected when it is stored, and the old one stays.
    expect((await askFrontend(frontend, 'POST', '/courses/11/snapshot/refresh', { session })).status).toBe(502)
    expect((await take<{ revision: number }>('GET', '/courses/11/snapshot')).json).toEqual(before.json)
  })

  it('has a student with thousands of submissions', async ({ take }) => {
    const { json } = await take<{ submissions: { submissionId: number }[] }>('GET', '/courses/11/students/201')
    expect(json.submissions.length).toBeGreaterThanOrEqual(5_000)
    expect(json.submissions[0]?.submissionId).toBe(newest)
  })
})

describe(`${manyCourses} courses with the longest names`, { timeout: 600_000 }, () => {
  it.beforeAll(async ({ world }) => {
    await world.query(
      `INSERT INTO course_slug (slug, course_id) SELECT 'the-longest-slug-of-a-course-that-there-may-be-anywhere-' || n, 20000 + n FROM generate_series(1, $1::integer) AS n`,
      [manyCourses],
    )
    await world.query(
      `
      INSERT INTO course_settings (course_id, revision, document)
      SELECT course_id, 1, ($1::jsonb || jsonb_build_object('courseId', course_id, 'slug', slug, 'name', $2::text))::json FROM course_slug WHERE course_id > 20000
    `,
      [JSON.stringify({ ...demoCourses.dataStructures, manualGradingExercises: [] }), longName],
    )
  })

  it('fit into the reply that every page of the frontend needs', async ({ take }) => {
    const { json, bytes } = await take<{ courses: unknown[] }>('GET', '/courses/all')
    expect(bytes).toBeGreaterThan(maxBytes - 50_000)
    expect(json.courses.length).toBeGreaterThan(1_000)
  })
})

const largestDocument = 2_000_000
/** The longest name of a course: 200 characters of four bytes each. */
const longName = '𝔘'.repeat(200)
const staff = Array.from({ length: 200 }, (_, index) => 7001 + index)

type Take = <Json>(
  method: string,
  path: string,
  sending?: FrontendSending,
) => Promise<{ json: Json; bytes: number; etag: string | null }>

/** Requests whose successful reply is not too large. */
function taking({ frontend, session }: { frontend: ServiceProcess; session: string }): Take {
  return async <Json>(method: string, path: string, sending: FrontendSending = {}) => {
    const reply = await askFrontend(frontend, method, path, { session, ...sending })
    const text = await reply.text()
    expect([200, 201], text.slice(0, 300)).toContain(reply.status)
    const bytes = Buffer.byteLength(text)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    return { json: JSON.parse(text) as Json, bytes, etag: reply.headers.get('etag') }
  }
}

const settingsNow = async (take: Take): Promise<CourseSettings> =>
  (await take<CourseSettings>('GET', settingsPath)).json
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Gives the course exactly these tags upstream, and refreshes the tags here. */
async function useTags(simulated: FakeUpstream['world'], take: Take, slugs: readonly string[]): Promise<void> {
  removeTags(simulated)
  for (const slug of slugs) simulated.addTag({ courseId: 11, slug, name: slug.slice(-12) })
  await take('POST', `${settingsPath}/refresh`, { body: {} })
}

function removeTags(simulated: FakeUpstream['world']): void {
  for (const { id } of simulated.tagsOf(11)) simulated.removeTag(id)
}

/** Graders with as many of the tags as still fit into the document. */
function gradersThatFill(document: CourseSettings, tagsOf: (grader: number) => readonly string[]): Grader[] {
  const graders: Grader[] = []
  let left = largestDocument - sizeOf({ ...document, graders: [] }) - 50
  for (const [index, userId] of staff.entries()) {
    const grader: Grader = {
      userId,
      languages: ['fi', 'en'],
      feedbackTags: tagsOf(index),
      gradingTags: tagsOf(index + 1),
    }
    left -= sizeOf(grader) + 1
    if (left < 0) break
    graders.push(grader)
  }
  return graders
}

const maxBytes = 2 * 1024 * 1024

const settingsPath = '/courses/11/settings'
const it = onServices
  .extend('simulated', { scope: 'file' }, ({ world }) => world.upstream.world)
  .extend('take', { scope: 'file' }, taking)
