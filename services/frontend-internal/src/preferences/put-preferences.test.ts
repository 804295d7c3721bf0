import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuesOf, verdictOf } from '../every-operation.fixture.ts'
import { startReplica, startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const others: Preferences = {
  locale: 'fi_FI',
  theme: 'dark',
  editor: { fontSize: 32, tabSize: 1, wrap: false },
  grading: { autoAdvance: false, hideTemplateCode: false, defaultQueue: 'list' },
  pinnedCourses: [13, 11],
  notifications: { assigned: false, ambiguousDelivery: false, digest: 'daily' },
}
const put = (
  session: string,
  revision: number,
  body: unknown = defaultPreferences,
  from = service,
): Promise<Response> => from.request('PUT', '/preferences', { session, ifMatch: `"${revision}"`, body })

describe('putPreferences', () => {
  it('replies 204 with the new revision and no body, and stores the preferences', async () => {
    const session = await service.signIn(201)
    const reply = await put(session, 0, others)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"1"', ''])
    const read = await service.request('GET', '/preferences', { session })
    expect([read.headers.get('etag'), await read.json()]).toEqual(['"1"', others])
    expect((await put(session, 1)).headers.get('etag')).toBe('"2"')
    expect(await (await service.request('GET', '/session', { session })).json()).toMatchObject({
      preferences: defaultPreferences,
      preferencesRevision: 2,
    })
  })

  it('stores the preferences for all sessions of the person, and for nobody else', async () => {
    const [session, again, another] = [await service.signIn(202), await service.signIn(202), await service.signIn(203)]
    await put(session, 0, others)
    const read = async (whose: string): Promise<unknown> =>
      (await service.request('GET', '/preferences', { session: whose })).json()
    expect([await read(again), await read(another)]).toEqual([others, defaultPreferences])
  })

  it('rejects the second of two writers who read the same revision', async () => {
    const session = await service.signIn(204)
    for (const revision of [0, 1]) {
      expect((await put(session, revision)).status).toBe(204)
      expect(await verdictOf(await put(session, revision, others))).toEqual([412, 'revision_conflict'])
    }
  })

  it('accepts one of twelve writers on two replicas for each revision', async () => {
    const replica = await startReplica(service)
    const session = await service.signIn(205)
    for (let revision = 0; revision < 5; revision += 1) {
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, writer) =>
          put(
            session,
            revision,
            { ...defaultPreferences, pinnedCourses: [writer + 1] },
            writer % 2 === 0 ? service : replica,
          ),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 11 }, () => 412)])
    }
    await replica.stop()
  })

  const bounds: [path: string, code: string, change: object][] = [
    ['$.locale', 'too_long', { locale: 'x'.repeat(36) }],
    ['$.locale', 'too_short', { locale: '' }],
    ['$.locale', 'invalid_format', { locale: 'fi\u0007' }],
    ['$.locale', 'invalid_format', { locale: 'fi\nFI' }],
    ['$.locale', 'invalid_format', { locale: '\u009f' }],
    ['$.theme', 'invalid_value', { theme: 'pink' }],
    ['$.editor.fontSize', 'too_small', { editor: { ...others.editor, fontSize: 7 } }],
    ['$.editor.fontSize', 'too_large', { editor: { ...others.editor, fontSize: 33 } }],
    ['$.editor.tabSize', 'too_small', { editor: { ...others.editor, tabSize: 0 } }],
    ['$.editor.tabSize', 'too_large', { editor: { ...others.editor, tabSize: 9 } }],
    ['$.editor.tabSize', 'invalid_type', { editor: { ...others.editor, tabSize: 1.5 } }],
    ['$.editor.x', 'unknown_field', { editor: { ...others.editor, x: 1 } }],
    ['$.grading.defaultQueue', 'invalid_value', { grading: { ...others.grading, defaultQueue: 'all' } }],
    ['$.grading.autoAdvance', 'required', { grading: { hideTemplateCode: true, defaultQueue: 'next' } }],
    ['$.pinnedCourses', 'too_long', { pinnedCourses: Array.from({ length: 201 }, (_, index) => index + 1) }],
    ['$.pinnedCourses[1]', 'duplicate', { pinnedCourses: [11, 11] }],
    ['$.pinnedCourses[0]', 'too_small', { pinnedCourses: [0] }],
    ['$.notifications.digest', 'invalid_value', { notifications: { ...others.notifications, digest: 'hourly' } }],
  ]
  it.each(bounds)('rejects an invalid value at %s (%s)', async (path, code, change) => {
    const session = await signedInOnce()
    const reply = await put(session, 0, { ...defaultPreferences, ...change })
    expect([reply.status, await issuesOf(reply)]).toEqual([400, [`${path} ${code}`]])
  })
  let once: Promise<string> | undefined
  const signedInOnce = (): Promise<string> => (once ??= service.signIn(206))

  it.each<[what: string, change: Partial<Preferences>]>([
    ['the smallest', { locale: 'x', editor: { fontSize: 8, tabSize: 1, wrap: true }, pinnedCourses: [] }],
    [
      'the largest',
      {
        locale: '\u{1F1EB}'.repeat(35),
        editor: { fontSize: 32, tabSize: 8, wrap: true },
        pinnedCourses: Array.from({ length: 200 }, (_, index) => index + 1),
      },
    ],
  ])('accepts %s possible preferences', async (_what, change) => {
    const session = await service.signIn(207)
    const revision = Number(
      JSON.parse((await service.request('GET', '/preferences', { session })).headers.get('etag') ?? ''),
    )
    expect((await put(session, revision, { ...defaultPreferences, ...change })).status).toBe(204)
  })
})
