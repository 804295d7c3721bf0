import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getPreferences', () => {
  it('replies with defaults at revision 0 to a person who never wrote any', async ({ service, stranger }) => {
    const reply = await get(service, stranger)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual(defaultPreferences)
  })

  it('replies 304 without a body to a caller with the current revision', async ({ service, stranger }) => {
    for (const known of ['"0"', 'W/"0"', '"7", "0"', '*']) {
      const reply = await get(service, stranger, { 'If-None-Match': known })
      await expect(reply).toBeRevision(304, 0)
      expect(await reply.text()).toBe('')
    }
    await expect(get(service, stranger, { 'If-None-Match': '"1"' })).toBeReply(200)
  })

  it('has no body with HEAD', async ({ service, stranger }) => {
    const reply = await service.request('HEAD', '/preferences', { session: stranger })
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.text()).toBe('')
  })
})

describe('putPreferences', () => {
  it('replies 204 with the new revision and no body, and stores the preferences', async ({ service }) => {
    const session = await service.signIn(201)
    const reply = await put(service, session, 0, others)
    await expect(reply).toBeRevision(204, 1)
    expect(await reply.text()).toBe('')
    const read = await service.get('/preferences', session)
    expect(read.headers.get('etag')).toBe('"1"')
    expect(await read.json()).toEqual(others)
    expect((await put(service, session, 1)).headers.get('etag')).toBe('"2"')
    expect(await service.read('/session', session)).toMatchObject({
      preferences: defaultPreferences,
      preferencesRevision: 2,
    })
  })

  it('stores the preferences for all sessions of the person, and for nobody else', async ({ service }) => {
    const [session, again, another] = [await service.signIn(202), await service.signIn(202), await service.signIn(203)]
    await put(service, session, 0, others)
    const read = async (whose: string): Promise<unknown> => (await service.get('/preferences', whose)).json()
    expect([await read(again), await read(another)]).toEqual([others, defaultPreferences])
  })

  it('keeps the time zone that a write leaves out, and none that it clears', async ({ service }) => {
    const session = await service.signIn(204)
    const { timeZone: _zone, ...withoutZone } = others
    const zone = async (): Promise<unknown> =>
      ((await (await service.get('/preferences', session)).json()) as Preferences).timeZone
    await expect(put(service, session, 0, withoutZone)).toBeRevision(204, 1)
    expect(await zone()).toBeNull()
    await put(service, session, 1, others)
    await expect(put(service, session, 2, withoutZone)).toBeRevision(204, 3)
    expect(await zone()).toBe('Asia/Kolkata')
    await put(service, session, 3, { ...others, timeZone: null })
    expect(await zone()).toBeNull()
    await expect(put(service, session, 3, withoutZone)).toBeProblem(412, 'revision_conflict')
  })

  // Bounds are in the committed OpenAPI document. This has each code that a bound can have, once.
  const bounds: [path: string, code: string, change: object][] = [
    ['$.locale', 'too_long', { locale: 'x'.repeat(36) }],
    ['$.locale', 'too_short', { locale: '' }],
    ['$.locale', 'invalid_format', { locale: 'fi\u0007' }],
    ['$.timeZone', 'invalid_value', { timeZone: 'Europe/Nowhere' }],
    ['$.theme', 'invalid_value', { theme: 'pink' }],
    ['$.editor.fontSize', 'too_small', { editor: { ...others.editor, fontSize: 7 } }],
    ['$.editor.fontSize', 'too_large', { editor: { ...others.editor, fontSize: 33 } }],
    ['$.editor.tabSize', 'invalid_type', { editor: { ...others.editor, tabSize: 1.5 } }],
    ['$.editor.x', 'unknown_field', { editor: { ...others.editor, x: 1 } }],
    ['$.grading.autoAdvance', 'required', { grading: { hideTemplateCode: true, defaultQueue: 'next' } }],
    ['$.pinnedCourses', 'too_long', { pinnedCourses: Array.from({ length: 201 }, (_, index) => index + 1) }],
    ['$.pinnedCourses[1]', 'duplicate', { pinnedCourses: [11, 11] }],
  ]
  it.for(bounds)('rejects an invalid value at %s (%s)', async ([path, code, change], { service, student }) => {
    await expect(put(service, student, 0, { ...defaultPreferences, ...change })).toBeProblem(400, 'validation_failed', [
      `${path} ${code}`,
    ])
  })
})

const get = (service: TestService, stranger: string, headers: Record<string, string> = {}): Promise<Response> =>
  service.request('GET', '/preferences', { session: stranger, headers })

const others: Preferences = {
  locale: 'fi_FI',
  timeZone: 'Asia/Kolkata',
  theme: 'dark',
  editor: { fontSize: 32, tabSize: 1, wrap: false },
  grading: { autoAdvance: false, hideTemplateCode: false, defaultQueue: 'list' },
  pinnedCourses: [13, 11],
  notifications: { assigned: false, ambiguousDelivery: false, digest: 'daily' },
}

const put = (
  service: TestService,
  session: string,
  revision: number,
  body: unknown = defaultPreferences,
  from = service,
): Promise<Response> => from.request('PUT', '/preferences', { session, ifMatch: `"${revision}"`, body })
