import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import type { WorldEdit } from './world-edits.ts'

let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await startFakeUpstream()
})
afterEach(() => upstream.close())

async function control(method: string, path: string, body?: object): Promise<{ status: number; value: unknown }> {
  const text = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(`${upstream.url}/__sim${path}`, { method, body: text })
  return { status: response.status, value: await response.json() }
}

async function statusOf(userId: number, path = '/users/me'): Promise<number> {
  const authorization = `Token ${upstream.world.user(userId).token ?? 'revoked'}`
  return (await fetch(`${upstream.url}/api/v2${path}`, { headers: { authorization } })).status
}

function edit(asked: WorldEdit): Promise<{ status: number; value: unknown }> {
  return control('POST', '/world/edits', asked)
}

describe('control endpoints', () => {
  it('show and clear the journal, and are not in it', async () => {
    await statusOf(101)
    expect((await control('GET', '/journal?operation=readOwnUser')).value).toMatchObject({ entries: [{ userId: 101 }] })
    await control('DELETE', '/journal')
    expect((await control('GET', '/journal')).value).toEqual({ entries: [] })
  })

  it('wait for a request', async () => {
    const waiting = control('GET', '/journal/wait?path=/api/v2/users/*&status=200&timeoutMs=60000')
    await statusOf(101)
    expect((await waiting).value).toMatchObject({ entries: [{ path: '/api/v2/users/me' }] })
  })

  it('report that a request did not come', async () => {
    expect((await control('GET', '/journal/wait?status=418&timeoutMs=10')).status).toBe(400)
  })

  it('add and remove faults', async () => {
    const { value } = await control('POST', '/faults', { path: '/api/v2/**', action: { kind: 'status', status: 502 } })
    const during = await statusOf(101)
    await control('DELETE', `/faults/${(value as { id: number }).id}`)
    expect([during, await statusOf(101)]).toEqual([502, 200])
  })

  it('give the secret URL of a submission', async () => {
    const { value } = await control('GET', '/submissions/3001/url')
    expect(value).toEqual({ submissionUrl: upstream.submissionUrl(3001) })
  })

  it('reject unknown paths and edits', async () => {
    expect([
      (await control('GET', '/nothing')).status,
      (await control('POST', '/world/edits', { edit: 'x' })).status,
    ]).toEqual([404, 400])
  })

  it('change a role', async () => {
    const before = await statusOf(105, '/courses/11/usertags')
    await edit({ edit: 'setRole', courseId: 11, userId: 105, role: 'teacher' })
    const during = await statusOf(105, '/courses/11/usertags')
    await edit({ edit: 'removeRole', courseId: 11, userId: 105 })
    expect([before, during, await statusOf(105, '/courses/11/usertags')]).toEqual([403, 200, 403])
  })

  it('revoke and renew tokens, and deactivate users', async () => {
    await edit({ edit: 'revokeToken', userId: 201 })
    await edit({ edit: 'setActive', userId: 202, isActive: false })
    await edit({ edit: 'regenerateToken', userId: 203 })
    expect([await statusOf(201), await statusOf(202), await statusOf(203)]).toEqual([401, 401, 200])
  })

  it('add a submission with a file of any size, and change the file', async () => {
    const content = { kind: 'pattern', seed: 1, sizeBytes: 5_000_000_000, alphabet: 'zeros' } as const
    const files = [{ filename: 'a.bin', content }]
    const { value } = await edit({ edit: 'addSubmission', exerciseId: 1103, submitterIds: [201], files })
    const { submissionId, fileIds } = value as { submissionId: number; fileIds: number[] }
    const fileId = fileIds[0] ?? 0
    const read = (method: string) =>
      fetch(`${upstream.url}/api/v2/submissions/${submissionId}/files/${fileId}`, {
        method,
        headers: { authorization: `Token ${upstream.world.tokenOf(201)}` },
      })
    expect((await read('HEAD')).headers.get('content-length')).toBe('5000000000')
    await edit({ edit: 'setFile', submissionId, fileId, content: { kind: 'text', text: 'short' } })
    expect(await (await read('GET')).text()).toBe('short')
    await edit({ edit: 'setFile', submissionId, fileId, content: null })
    expect((await read('GET')).status).toBe(404)
  })

  it("enter a teacher's review", async () => {
    const { status } = await edit({
      edit: 'review',
      submissionId: 3001,
      graderId: 101,
      points: 7,
      assistantFeedback: 'by hand',
    })
    const refused = await edit({ edit: 'review', submissionId: 3001, graderId: 101, points: 21 })
    expect([status, refused.status]).toEqual([200, 400])
    expect(upstream.world.submission(3001)).toMatchObject({
      grade: 7,
      graderId: 101,
      assistantFeedback: 'by hand',
      status: 'ready',
    })
  })

  it('let A+ wait for the grading service and for the hook', async () => {
    await edit({ edit: 'setCalledServiceMs', service: 'grading', ms: 60 })
    await edit({ edit: 'setCalledServiceMs', service: 'postGradingHook', ms: 60 })
    const headers = { authorization: `Token ${upstream.world.tokenOf(101)}` }
    await fetch(`${upstream.url}/api/v2/submissions/3001/re-submit`, { method: 'POST', headers })
    const form = new URLSearchParams({ points: '1', max_points: '1' })
    await fetch(upstream.submissionUrl(3001), { method: 'POST', body: form })
    for (const operation of ['resubmit', 'grade'])
      expect(upstream.journal.find({ operation })[0]?.durationMs).toBeGreaterThan(55)
    expect((await control('POST', '/world/edits', { edit: 'setCalledServiceMs', service: 'x', ms: 1 })).status).toBe(
      400,
    )
  })

  it('add a superuser and a tag', async () => {
    const { value } = await edit({ edit: 'addUser', user: { username: 'eve', isSuperuser: true } })
    await edit({ edit: 'addTag', courseId: 11, slug: 'fresh', name: 'Fresh' })
    const { userId } = value as { userId: number }
    expect(await statusOf(userId, '/courses/11/usertags')).toBe(200)
    expect(upstream.world.tagsOf(11).map(({ slug }) => slug)).toContain('fresh')
  })
})
