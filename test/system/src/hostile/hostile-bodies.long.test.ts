import { readFileSync } from 'node:fs'
import { fullRun } from '@course-grading/data/testing/full-run'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { arbitrarySettingsChange } from '@course-grading/test-kit/arbitrary-settings-change'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { hostileBodies } from './hostile-bodies.ts'
import { expectEnvelope, type PublishedContract, readPublishedContract } from '../contract/published-contract.ts'
import { readiness, type ServiceProcess } from '../service-process.ts'
import { judgeBody } from './settings-oracle.ts'
import { it as onServices } from '../system-test.ts'
import { readSettingsOnce, settingsOf, writeSettingsOnce } from '../world.ts'
const { programming1, dataStructures } = demoCourses

describe('hostile bodies', () => {
  it(
    `are accepted only where the rules allow it, and each rejection is a valid problem, never a 5xx: ${bodiesInAll} bodies, each sent once`,
    { timeout: 1_200_000 },
    async ({ accepting }) => {
      const changes = arbitrarySettingsChange({ ...facts, exerciseIds: [1103, 1104, 5001] })
      const counts = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(hostileBodies(changes), async (body) => {
          const verdict = judgeBody(body, facts)
          const reply = await send(accepting, body)
          counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
          if (reply.status === 200) accepting.revision += 1
          expect(verdict.statuses, body.toString('latin1').slice(0, 3000)).toContain(reply.status)
          if (reply.status === 200) return await expectStored(accepting, reply, verdict.value!)
          const { error } = await expectEnvelope(accepting.contract, reply)
          expect(error.code).toBe(
            { 400: 'validation_failed', 409: 'manual_grading_exercise_conflict', 413: 'payload_too_large' }[
              reply.status
            ],
          )
          if (reply.status === 413) return
          const codes = error.issues.map((issue) => issue.code)
          // What comes after a member too many is not read.
          if (verdict.text === 'malformed' || verdict.text === 'oversized')
            expect(error.issues).toMatchObject([
              { path: '$', code: expect.stringMatching(/^(malformed_json|too_large)$/) },
            ])
          else if (verdict.text === 'unkept')
            expect(error.issues).toEqual([
              {
                path: expect.any(String),
                code: 'invalid_value',
                message: expect.stringMatching(
                  /^(Holds the .*, which no text may hold|A whole number must be within .*)\.$/,
                ),
              },
            ])
          // The first of two equal members may contain a worse error than being a duplicate, and the oracle's JSON parser does not show it.
          else if (verdict.text === 'duplicate')
            expect([['duplicate'], ['malformed_json'], ['invalid_value']]).toContainEqual(codes)
          else {
            expect(codes).not.toEqual([])
            expect(codes).not.toContain('malformed_json')
          }
        }),
        { numRuns: bodiesInAll },
      )
      // Accepted and rejected bodies must both occur; otherwise the test would prove nothing.
      expect(counts.get(200)).toBeGreaterThan(bodiesInAll / 60)
      expect(counts.get(400)).toBeGreaterThan(bodiesInAll / 4)
      expect((await settingsOf(accepting.publicApi)).revision).toBe(accepting.revision)
    },
  )

  const change = changeOf(programming1)
  const changed = (fields: Record<string, unknown>): string => JSON.stringify({ ...change, ...fields })
  const many = <Item>(length: number, itemOf: (index: number) => Item): Item[] =>
    Array.from({ length }, (_, index) => itemOf(index))
  it.for<[string, () => string]>([
    ['900,000 nested arrays', () => '['.repeat(900_000)],
    ['900,000 nested arrays, all closed', () => '['.repeat(900_000) + ']'.repeat(900_000)],
    ['300,000 nested objects', () => '{"a":'.repeat(300_000)],
    ['a list of 900,000 numbers', () => `[${'1,'.repeat(900_000)}1]`],
    ['49,000 different keys', () => changed(Object.fromEntries(many(49_000, (index) => [`k${index}`, 1])))],
    ['150,000 different keys', () => JSON.stringify(Object.fromEntries(many(150_000, (index) => [`k${index}`, 1])))],
    ['300,000 times one key', () => `{${'"a":1,'.repeat(300_000)}"a":1}`],
    ['a number of 1,900,000 digits', () => `[${'9'.repeat(1_900_000)}]`],
    ['a name of 1,900,000 letters', () => changed({ name: 'x'.repeat(1_900_000) })],
    ['a name of 300,000 escapes', () => changed({ name: '?' }).replace('?', '\\u0041'.repeat(300_000))],
    ['a name of 900,000 combining marks', () => changed({ name: `a${'\u0323\u0301'.repeat(450_000)}` })],
    ['a name of spaces', () => changed({ name: `${' '.repeat(1_900_000)}\u0001` })],
    ['a slug of 1,900,000 letters', () => changed({ slug: `${'a-'.repeat(900_000)}!` })],
    ['a host of 900,000 labels', () => changed({ courseConfigUrl: `http://${'a.'.repeat(900_000)}` })],
    ['an address of 900,000 groups', () => changed({ courseConfigUrl: `http://[${':1'.repeat(900_000)}]` })],
    ['600,000 escapes in a URL', () => changed({ courseConfigUrl: `http://a/${'%20'.repeat(600_000)} ` })],
    ['49,000 different highlighters', () => changed({ highlightLanguages: many(49_000, (index) => `l${index}`) })],
    ['49,000 different languages', () => changed({ languages: many(49_000, (index) => `l${index}`) })],
    ['49,000 different tags', () => changed({ visibleTagSlugs: many(49_000, (index) => `t${index}`) })],
    ['49,000 exercises', () => changed({ manualGradingExercises: many(49_000, (index) => index + 1) })],
    ['24,000 lists of exercises', () => changed({ manualGradingExercises: many(24_000, (index) => [index]) })],
    ['49,000 times the same exercise', () => changed({ manualGradingExercises: many(49_000, () => 1103) })],
    ['24,000 graders', () => changed({ graders: many(24_000, (index) => ({ userId: index })) })],
    [
      'a template extension of 1,900,000 letters',
      () => changed({ templates: { ...change.templates, extensions: [`.${'a'.repeat(1_900_000)}`] } }),
    ],
    ['1,900,000 spaces', () => `${JSON.stringify(change)}${' '.repeat(1_900_000)}x`],
    ['nothing but spaces', () => ' '.repeat(1_900_000)],
    ['nothing', () => ''],
  ])('with %s are rejected without delaying others', { timeout: 600_000 }, async ([, bodyOf], { accepting }) => {
    const body = Buffer.from(bodyOf())
    const before = await cpuSeconds(accepting.publicApi)
    const reply = await send(accepting, body)
    expect(reply.status).toBe(400)
    expect((await expectEnvelope(accepting.contract, reply)).error.code).toBe('validation_failed')
    // It takes some tenths of a second, but would take minutes if the time grew with the square of the length.
    expect((await cpuSeconds(accepting.publicApi)) - before).toBeLessThan(10)
  })

  it('leave the service healthy, with no unexpected log line and no excess memory', async ({ publicApi: service }) => {
    expect(await readiness(service)).toBe(200)
    expect(service.errors()).toEqual([])
    if (process.platform === 'linux') expect(peakMemoryMiB(service.pid)).toBeLessThan(640)
  })
})

const facts = {
  slug: programming1.slug,
  tagSlugs: programming1.tags.map(({ slug }) => slug),
  staff: [101, 102, 103],
  takenExercises: dataStructures.manualGradingExercises,
  exercises: [1101, 1102, 1103, 1104, 1105, 1106, 5001],
}

function peakMemoryMiB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The processor time of the service so far. Unlike elapsed time, it does not depend on the load of the machine. */
async function cpuSeconds({ opsPort }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
}

interface Accepting {
  readonly publicApi: ServiceProcess
  readonly contract: PublishedContract
  revision: number
}

/** Sends a body once. Bodies are sent one after another, which never overloads the service, so a 503 is as wrong as a 500. */
const send = ({ publicApi, revision }: Accepting, body: Buffer<ArrayBuffer>): Promise<Response> =>
  writeSettingsOnce(publicApi, { ifMatch: `"${revision}"`, body })

/** Expects the service to return exactly the document that it accepted. */
async function expectStored(
  { publicApi, contract, revision }: Accepting,
  reply: Response,
  value: Record<string, unknown>,
): Promise<void> {
  const document = (await reply.json()) as CourseSettings
  const name = (value['name'] as string).normalize('NFC') // counted and stored in this form
  expect(contract.problemsOf('CourseSettingsUpdateV1', { ...value, name })).toEqual([])
  expect(contract.problemsOf('CourseSettingsDocumentV1', document)).toEqual([])
  expect(document).toStrictEqual({
    courseConfigUrl: null,
    ...value,
    name,
    manualGradingExercises: (value['manualGradingExercises'] as number[]).toSorted((a, b) => a - b),
    revision,
    courseId: 11,
    tags: programming1.tags,
    ltiLoginUrl: null,
  })
  expect(await (await readSettingsOnce(publicApi)).json()).toStrictEqual(document)
}

const bodiesInAll = fullRun ? 40_000 : 2_000

const it = onServices.extend('accepting', { scope: 'file' }, async ({ world, publicApi }) => {
  world.upstream.world.addExercise({ id: 5001, moduleId: 51 })
  return { publicApi, contract: await readPublishedContract(publicApi), revision: 1 }
})
