import type { CourseSettings, CourseSettingsChange } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from '@course-grading/test-kit'
import { arbitrarySettingsChange } from '@course-grading/test-kit/arbitrary-settings-change'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { readPublishedContract } from './published-contract.ts'
import { it as onServices } from '../system-test.ts'
import { readSettings, settingsOf, writeSettings } from '../world.ts'

describe('settings that were accepted', () => {
  it(
    `are read back unchanged, however they were generated: ${documentsInAll} documents`,
    { timeout: 600_000 },
    async ({ accepting: { service, contract } }) => {
      let revision = 1
      await fc.assert(
        fc.asyncProperty(changes, async (change) => {
          const sent = JSON.stringify(change)
          const put = await writeSettings(service, { ifMatch: `"${revision}"`, body: sent })
          const answered = await put.text()
          expect(put.status, answered).toBe(200)
          revision += 1
          expect(put.headers.get('etag')).toBe(`"${revision}"`)
          expect(put.headers.get('content-length')).toBe(String(Buffer.byteLength(answered)))

          const get = await readSettings(service)
          const text = await get.text()
          expect(get.status).toBe(200)
          expect(get.headers.get('etag')).toBe(`"${revision}"`)
          expect(text).toBe(answered)
          const document = JSON.parse(text) as CourseSettings
          expect(document).toStrictEqual(stored(JSON.parse(sent) as CourseSettingsChange, revision))
          expect(Object.keys(document)).toEqual(keyOrder)
          expect(contract.problemsOf('CourseSettingsDocumentV1', document)).toEqual([])
        }),
        { numRuns: documentsInAll },
      )
    },
  )

  it('can be written back as they were read, and stay the same', async ({ accepting: { service } }) => {
    const {
      revision,
      courseId: _courseId,
      tags: _tags,
      ltiLoginUrl: _ltiLoginUrl,
      ...change
    } = await settingsOf(service)
    const put = await writeSettings(service, { ifMatch: `"${revision}"`, body: JSON.stringify(change) })
    expect(await put.json()).toStrictEqual(stored(change, revision + 1))
  })
})

const { programming1 } = demoCourses
const newAssistants = Array.from({ length: 8 }, (_, index) => 601 + index)
const exerciseIds = [1, 1103, 1104, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]
const tagSlugs = programming1.tags.map(({ slug }) => slug)

const changes = arbitrarySettingsChange({
  slug: programming1.slug,
  tagSlugs,
  staff: [101, 102, 103, ...newAssistants],
  exerciseIds,
})

/** The expected settings after a change: the same, except what the contract says is normalised. */
const stored = (change: CourseSettingsChange, revision: number): CourseSettings => ({
  ...change,
  name: change.name.normalize('NFC'),
  courseConfigUrl: change.courseConfigUrl ?? null,
  manualGradingExercises: change.manualGradingExercises.toSorted((a, b) => a - b),
  revision,
  courseId: 11,
  tags: programming1.tags,
  ltiLoginUrl: null,
})

const keyOrder = [
  'revision',
  'schemaVersion',
  'courseId',
  'slug',
  'name',
  'languages',
  'highlightLanguages',
  'courseConfigUrl',
  'templates',
  'listed',
  'visibleTagSlugs',
  'graders',
  'manualGradingExercises',
  'tags',
  'ltiLoginUrl',
]

const documentsInAll = 100

const it = onServices.extend('accepting', { scope: 'file' }, async ({ world, publicApi }) => {
  for (const id of newAssistants) {
    world.upstream.world.addUser({ id, username: `assistant-${id}` })
    world.upstream.world.setRole(11, id, 'assistant')
  }
  for (const id of exerciseIds)
    if (!world.upstream.world.exercises.has(id)) world.upstream.world.addExercise({ id, moduleId: 51 })
  return { service: publicApi, contract: await readPublishedContract(publicApi) }
})
