import { courseBriefExample } from '@course-grading/contracts/courses/course-view-examples'
import { createHash, createHmac, hash } from 'node:crypto'
import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { tokenOf, useStoppedClock } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(() => startTestService({ SESSION_IDLE_S: '600', SESSION_MAX_S: '3600' }))
it.afterEach(({ service }) => service.upstream.faults.clear())

describe('createSession', () => {
  // With a stopped clock, limits per minute are not refilled.
  useStoppedClock()

  it('replies with the session id, the end of the session and the person', async ({ service }) => {
    const reply = await create(service, tokenOf(101))
    expect(reply.status).toBe(201)
    expect(reply.headers.get('etag')).toBeNull()
    const created = (await reply.json()) as Created
    expect(created).toEqual({
      sessionId: expect.stringMatching(/^cgs_[A-Za-z0-9_-]{43}$/),
      expiresAt: created.session.expiresAt,
      idleTimeoutSeconds: 600,
      session: {
        user: {
          userId: 101,
          username: 'teacher',
          fullName: 'Terry Teacher',
          email: 'teacher@example.org',
          studentId: null,
        },
        courses: [
          courseBriefExample,
          { ...courseBriefExample, courseId: 12, slug: null, name: 'Programming 2', code: 'PRG-2', configured: false },
        ],
        preferences: defaultPreferences,
        preferencesRevision: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        expiresAt: created.expiresAt,
      },
    })
    expect(Date.parse(created.expiresAt) - Date.parse(created.session.createdAt)).toBe(3_600_000)
  })

  it('calls the learning platform once, with the given token', async ({ service }) => {
    service.upstream.journal.clear()
    await create(service, tokenOf(202))
    expect(service.upstream.journal.entries.map(({ method, path, userId }) => [method, path, userId])).toEqual([
      ['GET', '/api/v2/users/me', 202],
    ])
  })

  it('makes a new id each time, and stores neither the id nor the token in plain', async ({ service, rows }) => {
    const [one, other] = [await service.signIn(203), await service.signIn(203)]
    expect(one).not.toBe(other)
    const stored = (await rows.query(`SELECT * FROM session WHERE user_id = 203`)).map((row) =>
      Object.values(row)
        .map((value) =>
          Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : JSON.stringify(value),
        )
        .join(' '),
    )
    expect(stored).toHaveLength(2)
    for (const text of stored)
      for (const secret of [one, other, one.slice(4), tokenOf(203)]) expect(text).not.toContain(secret)
  })

  it('replies with the preferences of a person who has some', async ({ service }) => {
    const session = await service.signIn(204)
    const preferences = { ...defaultPreferences, theme: 'dark' }
    await service.request('PUT', '/preferences', { session, ifMatch: '"0"', body: preferences })
    expect(await (await create(service, tokenOf(204))).json()).toMatchObject({
      session: { preferences, preferencesRevision: 1 },
    })
  })

  it.for<[token: unknown, issue: string]>([
    [undefined, '$.token required'],
    ['line\r\nX: 1', '$.token invalid_format'],
    ['\u00e4', '$.token invalid_format'],
  ])('rejects %j as a token without a call to the learning platform', async ([token, issue], { service }) => {
    service.upstream.journal.clear()
    const reply = await create(service, token)
    expect(reply.status).toBe(400)
    expect(await issuesOf(reply)).toContain(issue)
    expect(service.upstream.journal.count()).toBe(0)
  })

  it('signs in once by a launch, however many ask at once', async ({ service, rows }) => {
    const launch = { nonce: 'a-launch', timestamp: await nowOf(service) }
    const replies = await Promise.all([1, 2, 3].map(() => create(service, tokenOf(213), launch)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    await expect(create(service, tokenOf(214), launch)).toBeProblem(409, 'already_used')
    expect([await rows.countOf(213), await rows.countOf(214)]).toEqual([1, 0])
  })

  it.for([-605, 605])(
    'refuses a launch that was signed %i s from now, and uses up no nonce',
    async (offset, { service }) => {
      const timestamp = await nowOf(service)
      const nonce = `far ${offset}`.replaceAll(' ', '-')
      const reply = await create(service, tokenOf(215), { nonce, timestamp: timestamp + offset })
      expect([reply.status, await issuesOf(reply)]).toEqual([400, ['$.launch.timestamp invalid_value']])
      await expect(create(service, tokenOf(215), { nonce, timestamp })).toBeReply(201)
    },
  )

  it.for([-595, -480, 595])(
    'keeps the nonce of a launch that was signed %i s from now for as long as it is timely',
    async (offset, { service, rows }) => {
      const launch = { nonce: `near-${offset}`, timestamp: (await nowOf(service)) + offset }
      await expect(create(service, tokenOf(217), launch)).toBeReply(201)
      const [kept] = await rows.query(
        'SELECT round(extract(epoch FROM used_until))::integer AS until FROM used_launch WHERE nonce_hash = $1',
        [hash('sha256', launch.nonce, 'buffer')],
      )
      expect(kept).toEqual({ until: launch.timestamp + 600 })
    },
  )

  it('uses up no nonce with a token that is refused', async ({ service }) => {
    const launch = { nonce: 'refused-first', timestamp: await nowOf(service) }
    await expect(create(service, '0'.repeat(40), launch)).toBeProblem(401, 'invalid_upstream_token')
    await expect(create(service, tokenOf(216), launch)).toBeReply(201)
  })

  it('rejects an unknown token, and stores nothing', async ({ service, rows }) => {
    const before = await rows.query('SELECT count(*) FROM session')
    await expect(create(service, '0'.repeat(40))).toBeProblem(401, 'invalid_upstream_token')
    expect(await rows.query('SELECT count(*) FROM session')).toEqual(before)
  })

  it('reports that the platform is down, and stores nothing', async ({ service, rows }) => {
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'status', status: 500 } })
    await expect(create(service, tokenOf(205))).toBeProblem(502, 'upstream_unavailable')
    expect(await rows.countOf(205)).toBe(0)
  })

  it('is limited to 20 a minute for each person, without affecting others', async ({ service }) => {
    for (let nth = 1; nth <= 20; nth += 1) await expect(create(service, tokenOf(208))).toBeReply(201)
    for (let nth = 21; nth <= 23; nth += 1) {
      const reply = await create(service, tokenOf(208))
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      const { detail } = (await reply.clone().json()) as { detail?: string }
      expect(detail).toBe('A person may sign in 20 times a minute.')
      await expect(reply).toBeProblem(429, 'rate_limited')
    }
    await expect(create(service, tokenOf(209))).toBeReply(201)
  })

  it('remembers good tokens as keyed digests, until twelve hours after the last sign-in', async ({ service, rows }) => {
    const digestOf = (key: Buffer) => createHmac('sha256', key).update(tokenOf(211)).digest()
    await service.signIn(211)
    const stored = await rows.query(
      "SELECT digest, round(extract(epoch FROM known_until - now()) / 60) AS minutes FROM known_token WHERE known_until > now() + interval '11 hours'",
    )
    const [digest] = service.deps.tokenDigests(tokenOf(211))
    expect(stored.find((row) => digest.equals(row['digest'] as Buffer))).toMatchObject({ minutes: '720' })
    expect([createHash('sha256').update(tokenOf(211)).digest(), digestOf(Buffer.alloc(32))]).not.toContainEqual(digest)
  })

  it('looks up only known tokens after 600 were refused in a minute; only refusals count', async () => {
    const crowded = await startTestService()
    await crowded.request('DELETE', '/session', { session: await crowded.signIn(101) })
    for (let left = 599; left > 0; left -= 1) crowded.deps.refusedTokens.requireToken('all')()
    const signIn = (token: string) => crowded.request('POST', '/sessions', { body: { token } })
    await expect(signIn(tokenOf(201))).toBeReply(201)
    await expect(signIn('0'.repeat(40))).toBeProblem(401, 'invalid_upstream_token')
    crowded.upstream.journal.clear()
    const refused = await signIn(tokenOf(202))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.clone().json()).toMatchObject({ detail: expect.stringContaining('refused 600 tokens') })
    await expect(refused).toBeProblem(429, 'rate_limited')
    expect(crowded.upstream.journal.count()).toBe(0)
    await expect(signIn(tokenOf(101))).toBeReply(201)
    await crowded.stop()
  })

  it('looks up the token of a launch also then, since made-up tokens come with none', async ({ service }) => {
    const { refusedTokens } = service.deps
    const charges = Array.from({ length: 600 }, () => refusedTokens.requireToken('all'))
    for (const charge of charges) charge()
    await expect(create(service, tokenOf(218))).toBeProblem(429, 'rate_limited')
    const launch = { nonce: 'beside-strangers', timestamp: await nowOf(service) }
    await expect(create(service, tokenOf(218), launch)).toBeReply(201)
    for (const _ of charges) refusedTokens.returnToken('all')
  })

  it.for([
    ['are new here', (at: number) => `${at}`.padStart(40, 'd'), 401, false],
    ['come with launches', (at: number) => tokenOf(221 + (at % 6)), 201, true],
  ] as const)(
    'looks up sixty tokens that come at once: those that %s',
    async ([what, tokenAt, status, isLaunched], { service }) => {
      service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 100 } })
      const timestamp = await nowOf(service)
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, at) => {
          const launch = isLaunched ? { nonce: `${what.replaceAll(' ', '-')}-${at}`, timestamp } : undefined
          return create(service, tokenAt(at), launch)
        }),
      )
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]))
    },
  )

  it('does not know a token any longer that the platform has refused', async ({ service, rows }) => {
    await service.signIn(212)
    const revoked = { path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 401 } } as const
    service.upstream.faults.add(revoked)
    await expect(create(service, tokenOf(212))).toBeReply(401)
    const [digest] = service.deps.tokenDigests(tokenOf(212))
    expect(await rows.query('SELECT FROM known_token WHERE digest = $1', [digest])).toEqual([])
  })

  it('lets strangers wait for each other, and not the roles of those who work', async ({ service, rows }) => {
    const session = await service.signIn(101)
    await rows.ageIdentity(session, 301)
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 300 } })
    const strangers = Array.from({ length: 40 }, (_, index) => create(service, `${index}`.padStart(40, 'e')))
    await expect(service.get('/courses/11/settings', session)).toBeReply(200)
    await Promise.all(strangers)
  })
})

interface Created {
  sessionId: string
  expiresAt: string
  idleTimeoutSeconds: number
  session: { createdAt: string; expiresAt: string }
}

const create = (service: TestService, token: unknown, launch?: unknown): Promise<Response> =>
  service.request('POST', '/sessions', { body: { token, launch } })

/** By the database's clock, in whole seconds. */
async function nowOf(service: TestService): Promise<number> {
  const [row] = (await service.sql`SELECT floor(extract(epoch FROM now()))::integer AS now`) as { now: number }[]
  return row?.now ?? 0
}
