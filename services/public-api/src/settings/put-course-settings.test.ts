import { aSettingsChange, changeOf, demoCourses } from '@course-grading/test-kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { openService, settingsClient, startTestService } from '../service.fixture.ts'

const service = await openService()
const client = settingsClient(service)
let current: string
beforeEach(async () => {
  current = (await client.get()).headers.get('etag')!
})

describe('putCourseSettings', () => {
  it('stores the whole change as the next revision and replies with the document', async () => {
    const change = aSettingsChange({ name: 'Ohjelmointi 1', listed: false, manualGradingExercises: [1104, 1103, 1102] })
    const reply = await client.put({ ifMatch: current, body: change })
    expect(reply.status).toBe(200)
    const next = Number(JSON.parse(current)) + 1
    expect(reply.headers.get('etag')).toBe(`"${next}"`)
    const text = await reply.text()
    expect(JSON.parse(text)).toEqual({
      ...demoCourses.programming1,
      ...change,
      revision: next,
      manualGradingExercises: [1102, 1103, 1104],
    })
    const again = await client.get()
    expect(await again.text()).toBe(text)
    expect(again.headers.get('etag')).toBe(`"${next}"`)
  })

  it('makes a new revision even if nothing changed', async () => {
    const document = (await (await client.get()).json()) as typeof demoCourses.programming1
    const reply = await client.put({ ifMatch: current, body: changeOf(document) })
    expect(await reply.json()).toEqual({ ...document, revision: document.revision + 1 })
  })

  it('distinguishes an absent grader restriction from an empty one', async () => {
    const graders = [
      { userId: 102, languages: ['fi'], feedbackTags: [] },
      { userId: 103, languages: ['en'], gradingTags: ['group-b'] },
    ]
    const reply = await client.put({ ifMatch: current, body: aSettingsChange({ graders }) })
    expect(await reply.json()).toMatchObject({ graders })
  })

  it('stores the name in Unicode normal form C', async () => {
    const reply = await client.put({ ifMatch: current, body: aSettingsChange({ name: 'A\u030Angstro\u0308m' }) })
    expect(await reply.json()).toMatchObject({ name: '\u00C5ngstr\u00F6m' })
  })
})

describe('putCourseSettings: all issues at once', () => {
  it('reports all issues of the document itself', async () => {
    const body = {
      ...aSettingsChange(),
      schemaVersion: 2,
      slug: 'Not A Slug',
      name: ' ',
      languages: [],
      highlightLanguages: ['python', 'klingon'],
      courseConfigUrl: 'ftp://example.org/',
      templates: { automaticExtensions: 1, extensions: ['py'], excludedPathSegments: ['..', 'a/b'] },
      visibleTagSlugs: ['group-a', 'group-a'],
      graders: [
        { userId: 0, languages: ['fi'] },
        { userId: 102, languages: ['fi'] },
        { userId: 102, languages: ['fi'] },
      ],
      manualGradingExercises: [1.5, 3, 3],
      revision: 4,
    }
    const { listed: _listed, ...incomplete } = body
    const reply = await client.put({ ifMatch: current, body: incomplete })
    expect(reply.status).toBe(400)
    expect((await issuesOf(reply)).toSorted()).toEqual([
      '$.courseConfigUrl invalid_format',
      '$.graders[0].userId too_small',
      '$.graders[2].userId duplicate',
      '$.highlightLanguages[1] invalid_value',
      '$.languages too_short',
      '$.listed required',
      '$.manualGradingExercises[0] invalid_type',
      '$.manualGradingExercises[2] duplicate',
      '$.name invalid_format',
      '$.revision unknown_field',
      '$.schemaVersion invalid_value',
      '$.slug invalid_format',
      '$.templates.automaticExtensions invalid_type',
      '$.templates.excludedPathSegments[0] invalid_format',
      '$.templates.excludedPathSegments[1] invalid_format',
      '$.templates.extensions[0] invalid_format',
      '$.visibleTagSlugs[1] duplicate',
    ])
  })

  it.each([
    ['1103.00000000000000000000001', '$.manualGradingExercises[0] invalid_type'],
    ['9007199254740990.6', '$.manualGradingExercises[0] invalid_type'],
  ])('rejects %s as an id, although it would be rounded to one', async (literal, issue) => {
    const body = JSON.stringify(aSettingsChange({ manualGradingExercises: [1103] })).replace('[1103]', `[${literal}]`)
    const reply = await client.put({ ifMatch: current, body })
    expect([reply.status, await issuesOf(reply)]).toEqual([400, [issue]])
  })

  it('reports all issues of the document against its course', async () => {
    const reply = await client.put({
      ifMatch: current,
      body: aSettingsChange({
        slug: 'renamed',
        visibleTagSlugs: ['group-a', 'nobody'],
        graders: [
          { userId: 102, languages: ['sv'], feedbackTags: ['x'], gradingTags: ['group-a', 'y'] },
          { userId: 105, languages: ['fi'] },
          { userId: 99_999, languages: ['fi'] },
        ],
      }),
    })
    expect(reply.status).toBe(400)
    expect(await issuesOf(reply)).toEqual([
      '$.slug immutable',
      '$.visibleTagSlugs invalid_value',
      '$.graders[0].languages invalid_value',
      '$.graders[0].feedbackTags invalid_value',
      '$.graders[0].gradingTags invalid_value',
      '$.graders[1].userId not_staff',
      '$.graders[2].userId not_staff',
    ])
  })

  it('names a grader who is not staff, and says what to do', async () => {
    const reply = await client.put({
      ifMatch: current,
      body: aSettingsChange({ graders: [{ userId: 105, languages: ['fi'] }] }),
    })
    const { error } = (await reply.json()) as { error: { issues: { message: string }[] } }
    expect(error.issues[0]?.message).toBe(
      'Una Outsider is not staff of this course. Add them to its staff in A+, or take them out of the graders.',
    )
  })

  it('lists at most a hundred issues, and marks that there are more', async () => {
    const reply = await client.put({
      ifMatch: current,
      body: aSettingsChange({ manualGradingExercises: Array.from({ length: 150 }, () => 0) }),
    })
    const issues = await issuesOf(reply)
    expect(issues).toHaveLength(101)
    expect(issues.at(-1)).toBe('$ too_many_issues')
  })
})

describe('putCourseSettings without its database', () => {
  it('replies 503 overloaded instead of a success', async () => {
    const lost = await startTestService()
    await lost.database.drop()
    const reply = await settingsClient(lost).put({ body: aSettingsChange() })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toMatchObject({ error: { code: 'overloaded', issues: [] } })
    await lost.stop()
  })
})

interface Envelope {
  error: { code: string; requestId: string; issues: { path: string; code: string; message: string }[] }
}
const issuesOf = async (reply: Response): Promise<string[]> =>
  ((await reply.json()) as Envelope).error.issues.map(({ path, code }) => `${path} ${code}`)
