import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { itOfService, openDesk } from '../course-settings.fixture.ts'
import { type Fault, lostReply, noReply, startFaultyProxy, status } from '../faulty-proxy.fixture.ts'

describe('course-settings apply, where the service', () => {
  it('is changed between reading and writing: begins again, and applies', async ({ far, proxy, colleague }) => {
    proxy.faults.PUT.push(after(() => colleague({ highlightLanguages: [] })))
    expect(await far.course('apply', '--merge')).toMatchObject({ exitCode: 0 })
    expect(far.read()).toMatch(/highlightLanguages: \[\][^]*listed: false/)
  })

  it('is changed each time: gives up after the third, with 3', async ({ far, proxy, colleague }) => {
    for (const name of ['A', 'B', 'C', 'D']) proxy.faults.PUT.push(after(() => colleague({ name })))
    expect(await far.course('apply', '--merge')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('revision_conflict'),
    })
    expect(proxy.requests.filter((method) => method === 'PUT')).toHaveLength(3)
  })

  it('stores the write and its reply is lost: reads again, and is done', async ({ far, proxy, settings }) => {
    proxy.faults.PUT.push(lostReply)
    expect(await far.course('apply')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Reading') })
    expect(await settings()).toMatchObject({ listed: false })
    expect(JSON.parse(far.read('.course-settings/11.json'))).toMatchObject({ listed: false })
  })

  it.for([
    { what: 'never gets the write', fault: noReply },
    { what: 'has a proxy that gives up', fault: status(504) },
    { what: 'has a proxy that replies with a page', fault: status(200) },
    { what: 'has a proxy that is busy', fault: status(503) },
    { what: 'has a proxy that is busy for a second', fault: status(503, { 'Retry-After': '1' }) },
  ])('$what: says that it is unknown, with 1, and writes no second time', async ({ fault }, { far, proxy }) => {
    proxy.faults.PUT.push(fault)
    expect(await far.course('apply')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Unknown') })
    expect(proxy.requests.filter((method) => method === 'PUT')).toHaveLength(1)
  })

  it('has an unknown write undone by a colleague: takes that for a conflict', async ({ far, proxy, colleague }) => {
    proxy.faults.PUT.push(lostReply)
    proxy.faults.GET.push(pass, status(502))
    expect(await far.course('apply')).toMatchObject({ exitCode: 1 })
    await colleague({ listed: true })
    expect(await far.course('apply', '--merge')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('$.listed'),
    })
  })

  it('does not reply within the time limit: says so', async ({ proxy }) => {
    proxy.faults.GET.push(() => {})
    const slow = openDesk({ url: proxy.url, timeLimitMs: 200 })
    expect(await slow.course('pull', '11')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('time limit'),
    })
  })

  it.for([
    { code: 'rate_limited', status: 429 },
    { code: 'overloaded', status: 503 },
  ])('replies $code: waits as Retry-After says, and applies', async ({ code, status: number }, { far, proxy }) => {
    const body = JSON.stringify({ error: { code, message: 'Busy.' } })
    proxy.faults.PUT.push(status(number, { 'Retry-After': '1', 'Content-Type': 'application/json' }, body))
    const since = performance.now()
    expect(await far.course('apply')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('waiting 1 s') })
    expect(performance.now() - since).toBeGreaterThan(900)
  })

  it('asks to wait longer than a minute: does not wait', async ({ far, proxy }) => {
    proxy.faults.GET.push(status(503, { 'Retry-After': '61' }))
    expect(await far.course('apply')).toMatchObject({ exitCode: 1 })
  })

  it.for([
    { code: 302, exitCode: 1 },
    { code: 409, exitCode: 3 },
    { code: 413, exitCode: 4 },
  ])('replies $code to a write: ends with $exitCode', async ({ code, exitCode }, { far, proxy }) => {
    proxy.faults.PUT.push(status(code, { Location: 'https://example.org/' }))
    expect(await far.course('apply')).toMatchObject({ exitCode })
  })
})

const after =
  (change: () => Promise<void>): Fault =>
  async (reply, forward) => {
    await change()
    await pass(reply, forward)
  }

const pass: Fault = async (reply, forward) => {
  const answer = await forward()
  reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

/** A desk behind a proxy, whose file has been pulled and not been listed since. */
const it = itOfService
  .extend('proxy', async ({ service }, { onCleanup }) => {
    const proxy = await startFaultyProxy(service)
    onCleanup(() => proxy.close())
    return proxy
  })
  .extend('far', async ({ proxy, colleague }) => {
    await colleague(aSettingsChange() as CourseSettingsUpdate)
    const far = openDesk({ url: proxy.url })
    expect(await far.course('pull', '11')).toMatchObject({ exitCode: 0 })
    far.edit('listed: true', 'listed: false')
    return far
  })
