import { readFileSync } from 'node:fs'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { expectEnvelope, readPublishedContract } from '../contract/published-contract.ts'
import { readiness, type ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { writeSettingsOnce } from '../world.ts'

describe('hostile bodies', () => {
  const change = changeOf(demoCourses.programming1)
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
  ])(
    'with %s are rejected without delaying others',
    { timeout: 600_000 },
    async ([, bodyOf], { publicApi, contract }) => {
      const body = Buffer.from(bodyOf())
      const before = await cpuSeconds(publicApi)
      const reply = await writeSettingsOnce(publicApi, { body })
      expect(reply.status).toBe(400)
      expect((await expectEnvelope(contract, reply)).error.code).toBe('validation_failed')
      // It takes some tenths of a second, but would take minutes if the time grew with the square of the length.
      expect((await cpuSeconds(publicApi)) - before).toBeLessThan(10)
    },
  )

  it('leave the service healthy, with no unexpected log line and no excess memory', async ({ publicApi: service }) => {
    expect(await readiness(service)).toBe(200)
    expect(service.errors()).toEqual([])
    if (process.platform === 'linux') expect(peakMemoryMiB(service.pid)).toBeLessThan(640)
  })
})

function peakMemoryMiB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The processor time of the service so far. Unlike elapsed time, it does not depend on the load of the machine. */
async function cpuSeconds({ opsPort }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
}

const it = onServices.extend('contract', { scope: 'file' }, ({ publicApi }) => readPublishedContract(publicApi))
