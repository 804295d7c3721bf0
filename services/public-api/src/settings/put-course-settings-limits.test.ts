import type { Grader } from '@course-grading/domain/settings/course-settings'
import { demoCourses, seedCourses } from '@course-grading/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { openService, settingsClient } from '../service.fixture.ts'

const service = await openService()
const client = settingsClient(service)

describe('the limits of', () => {
  it.each(edges)('%s', async (_what, within, ...beyond) => {
    for (const fields of within) {
      const reply = await put(fields)
      expect([reply.status, await reply.text()]).toEqual([200, expect.any(String)])
    }
    for (const [fields, ...issues] of beyond) {
      const reply = await put(fields)
      const shown = await issuesOf(reply)
      expect([reply.status, ...shown.toSorted()], JSON.stringify(fields).slice(0, 300)).toEqual([
        400,
        ...issues.toSorted(),
      ])
    }
  })
})

describe('a document whose fields are all valid', () => {
  it('may have at most 2,000,000 bytes, with the fields that the service keeps', async () => {
    const ofLongTags = 14
    const tag = { slug: 'long', name: '', description: 'x'.repeat(1_995_000), color: '#CD0000', fontWhite: true }
    await seedCourses(service.database.ownerUrl, [
      {
        ...demoCourses.dataStructures,
        slug: 'long-tags',
        courseId: ofLongTags,
        revision: 1,
        tags: [tag],
        manualGradingExercises: [],
      },
    ])
    service.upstream.world.setRole(ofLongTags, 101, 'teacher')
    const body = { ...change, slug: 'long-tags', languages: ['fi'] }
    expect((await client.put({ courseId: ofLongTags, body })).status).toBe(200)
    const reply = await client.put({
      courseId: ofLongTags,
      ifMatch: '"2"',
      body: { ...body, ...segments(...range(64).map((index) => `${index}`.padEnd(128, 'x'))) },
    })
    expect([reply.status, ...(await issuesOf(reply))]).toEqual([400, '$ too_large'])
  })
})

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const largestId = 9_007_199_254_740_991

const courseId = 12
/** A slug of the greatest length. The course has one more tag and one more member of staff than a list may hold. */
const slug = `${'a'.repeat(62)}-1`
const tagSlugs = range(257).map((index) => `tag-${index}`)
const staff = range(201).map((index) => 7_000 + index)
const templates = { automaticExtensions: true, extensions: [] as string[], excludedPathSegments: [] as string[] }
const change = {
  schemaVersion: 1,
  slug,
  name: 'Programming 2',
  languages: ['fi', 'en'],
  highlightLanguages: [] as string[],
  templates,
  listed: false,
  visibleTagSlugs: [] as string[],
  graders: [] as Grader[],
  manualGradingExercises: [] as number[],
}

type Fields = Partial<Record<keyof typeof change | 'courseConfigUrl', unknown>>
type Edge = [what: string, withinLimit: readonly Fields[], ...beyond: [fields: Fields, ...issues: string[]][]]

async function put(fields: Fields): Promise<Response> {
  const ifMatch = (await client.get({ courseId })).headers.get('etag')
  return await client.put({ courseId, ifMatch, body: { ...change, ...fields } })
}

async function issuesOf(reply: Response): Promise<string[]> {
  const { error } = (await reply.json()) as { error: { code: string; issues: { path: string; code: string }[] } }
  expect(error.code).toBe('validation_failed')
  return error.issues.map(({ path, code }) => `${path} ${code}`)
}

const withName = (name: string): [Fields, string] => [{ name }, '$.name invalid_format']
const segments = (...texts: string[]): Fields => ({ templates: { ...templates, excludedPathSegments: texts } })
const grader = (fields: object): Fields => ({ graders: [{ userId: staff[0], languages: ['fi'], ...fields }] })
const url = (length: number): string => 'https://example.org/'.padEnd(length, 'x')

/**
 * Each row has a value that must be accepted, and then one that must be rejected, with every issue. What the schema alone says is
 * compared with the committed document of the contract.
 */
const edges: Edge[] = [
  [
    'name, length',
    [{ name: 'x' }, { name: '𝔘'.repeat(200) }, { name: 'a\u030A'.repeat(200) }],
    [{ name: '𝔘'.repeat(201) }, '$.name too_long'],
    [{ name: 'a\u030A'.repeat(201) }, '$.name too_long'],
    [{ name: '' }, '$.name too_short', '$.name invalid_format'],
  ],
  [
    'name, characters',
    [{ name: ' x ' }],
    ...['x\ty', 'x\u007f', 'x\u0085', 'x\u2028', 'x\u202e', 'x\u2066', 'x\u2069', 'x\u0378'].map(withName),
    ...[' ', '\u00a0\u2003', '\u200b\u00ad', '\u2800'].map(withName),
  ],
  [
    'courseConfigUrl',
    [
      { courseConfigUrl: null },
      { courseConfigUrl: url(2_048) },
      { courseConfigUrl: 'http://example.org' },
      { courseConfigUrl: 'HTTPS://example.org/' },
    ],
    [{ courseConfigUrl: url(2_049) }, '$.courseConfigUrl too_long'],
    ...[
      '',
      'example.org',
      '/x',
      'ftp://example.org/',
      'http://',
      'http://me@example.org/',
      'https://me:you@example.org/',
      'https://exa mple.org/',
      'http://[::1',
      'http://x:99999/',
    ].map((text): [Fields, string] => [{ courseConfigUrl: text }, '$.courseConfigUrl invalid_format']),
  ],
  [
    'templates.excludedPathSegments, form',
    [segments('x', '...', '.x', '𝔘'.repeat(128))],
    ...['.', '..', 'a/b', '/', 'a\\b'].map((text): [Fields, string] => [
      segments(text),
      '$.templates.excludedPathSegments[0] invalid_format',
    ]),
    [segments('\0'), '$.templates.excludedPathSegments[0] invalid_value'],
    [segments(''), '$.templates.excludedPathSegments[0] too_short'],
    [segments('𝔘'.repeat(129)), '$.templates.excludedPathSegments[0] too_long'],
  ],
  [
    'visibleTagSlugs',
    [{ visibleTagSlugs: [] }, { visibleTagSlugs: tagSlugs.slice(0, 256) }],
    [{ visibleTagSlugs: tagSlugs }, '$.visibleTagSlugs too_long'],
    [{ visibleTagSlugs: ['tag-1', 'tag-1'] }, '$.visibleTagSlugs[1] duplicate'],
    ...['', 'TAG-1', 'x'.repeat(129), 'x'.repeat(100_000)].map((text): [Fields, string] => [
      { visibleTagSlugs: [text] },
      '$.visibleTagSlugs invalid_value',
    ]),
  ],
  ...['feedbackTags', 'gradingTags'].map((field): Edge => [
    `${field} of a grader`,
    [grader({ [field]: [] }), grader({ [field]: tagSlugs.slice(0, 64) })],
    [grader({ [field]: tagSlugs.slice(0, 65) }), `$.graders[0].${field} too_long`],
    [grader({ [field]: ['tag-1', 'tag-1'] }), `$.graders[0].${field}[1] duplicate`],
    ...['', 'x'.repeat(129)].map((text): [Fields, string] => [
      grader({ [field]: [text] }),
      `$.graders[0].${field} invalid_value`,
    ]),
  ]),
  [
    'graders',
    [{ graders: [] }, { graders: staff.slice(0, 200).map((userId) => ({ userId, languages: ['fi'] })) }],
    [{ graders: staff.map((userId) => ({ userId, languages: ['fi'] })) }, '$.graders too_long'],
    [grader({ userId: 0 }), '$.graders[0].userId too_small'],
    [grader({ userId: largestId }), '$.graders[0].userId not_staff'],
    [grader({ userId: largestId + 1 }), '$.graders[0].userId invalid_value'],
    [
      {
        graders: [
          { userId: staff[0], languages: ['fi'] },
          { userId: staff[0], languages: ['en'] },
        ],
      },
      '$.graders[1].userId duplicate',
    ],
  ],
  [
    'manualGradingExercises, number',
    [{ manualGradingExercises: [] }, { manualGradingExercises: range(1_000).map((index) => 5_000 + index) }],
    [{ manualGradingExercises: range(1_001).map((index) => 5_000 + index) }, '$.manualGradingExercises too_long'],
    [{ manualGradingExercises: [5_000, 5_000] }, '$.manualGradingExercises[1] duplicate'],
  ],
  [
    'manualGradingExercises, ids',
    [{ manualGradingExercises: [1, largestId] }],
    [{ manualGradingExercises: [0] }, '$.manualGradingExercises[0] too_small'],
    [{ manualGradingExercises: [largestId + 1] }, '$.manualGradingExercises[0] invalid_value'],
    [{ manualGradingExercises: [1.5] }, '$.manualGradingExercises[0] invalid_type'],
    [{ manualGradingExercises: ['1'] }, '$.manualGradingExercises[0] invalid_type'],
  ],
]

beforeAll(async () => {
  const tags = tagSlugs.map((each) => ({ slug: each, name: each, description: '', color: '#CD0000', fontWhite: true }))
  await seedCourses(service.database.ownerUrl, [
    { ...demoCourses.dataStructures, ...change, courseId, revision: 1, tags },
  ])
  const { world } = service.upstream
  for (const id of [1, largestId, ...range(1_000).map((index) => 5_000 + index)])
    world.addExercise({ id, moduleId: 53 })
  for (const id of staff) {
    world.addUser({ id, username: `staff${id}` })
    world.setRole(courseId, id, 'assistant')
  }
})
