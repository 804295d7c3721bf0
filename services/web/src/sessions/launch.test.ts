import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { maxId } from '@course-grading/contracts/schemas/ids'
import { describe, expect, it } from 'vitest'
import { en as texts } from '../texts/en.ts'
import type { WebRequest } from '../web.fixture.ts'
import { changed, openLaunchedWeb, service, signed, token } from './launch.fixture.ts'

const { ask, boundary, launch, logLines } = await openLaunchedWeb({
  LTI_KEY: service.key,
  LTI_SECRET: 'the-new-secret',
  LTI_SECRET_PREVIOUS: service.secret,
})
const launches = await openLaunchedWeb()
const now = Math.floor(Date.now() / 1000)

describe('a launch from the menu of A+', () => {
  it('keeps the new session apart for five minutes', async () => {
    const { status, headers } = await launch(signed())
    expect([status, headers.location]).toEqual([303, '/signed-in'])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-launch=[\w-]+\.101\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
  })

  it('logs neither the token nor the nonce', async () => {
    await launch(signed({ nonce: '12345678901234567890', timestampS: now }))
    expect(logLines.join('')).not.toMatch(new RegExp(`${token}|12345678901234567890|launch=`))
  })

  it.each([
    ['by the secret before', {}],
    ['by the new secret', { service: { ...service, secret: 'the-new-secret' } }],
    ['eight minutes ago', { timestampS: now - 480 }],
    ['by somebody whose name is not ASCII', { locale: 'fi', extra: [['lis_x', 'Öykü Ålén 李 & + %']] as const }],
    ['with a value that is empty', { extra: [['custom_empty', '']] as const }],
  ])('signs in where it was signed %s', async (_how, changes) => {
    expect((await launch(signed(changes))).headers.location).toBe('/signed-in')
  })

  it('signs a query of the address, too', async () => {
    const form = signed({ service: { ...service, launchUrl: `${service.launchUrl}?menu=3&x=a%20b` } })
    expect((await launch(form, '/lti/launch?menu=3&x=a+b')).status).toBe(303)
    expect((await launch(form, '/lti/launch?menu=4&x=a+b')).status).toBe(403)
    expect((await launch(form)).status).toBe(403)
  })

  it.each([
    ['that is none of theirs here is their courses, which say so', 999, '/?launched=elsewhere'],
    ['is that course', 11, '/courses/11'],
    ['is that course also where its id is the largest', maxId, `/courses/${maxId}`],
  ])('of a course leads on where nobody else was: %s', async (_where, id, to) => {
    const { example } = frontendInternal.operations.createSession.replies[201]
    const courses = [11, maxId].map((courseId) => ({ ...example.session.courses[0], courseId }))
    boundary.replyWith('createSession', { status: 201, body: { ...example, session: { ...example.session, courses } } })
    const { headers } = await launch(signed({ course: { id, code: 'X', name: 'Another', path: 'x/1' } }))
    const Cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    expect((await ask('/signed-in', { headers: { Cookie } })).headers.location).toBe(to)
    boundary.forget()
  })
})

describe('a launch that does not sign in', () => {
  it.each([
    ['another secret', signed({ service: { ...service, secret: 'x' } }), 'unsigned'],
    ['another key', signed({ service: { ...service, key: 'x' } }), 'unsigned'],
    ['a changed field', changed(signed(), 'roles', 'Instructor,Administrator'), 'unsigned'],
    ['a field twice', signed({ extra: [['roles', 'Learner']] }), 'unsigned'],
    ['a field twice, once in the address', signed(), 'unsigned', '/lti/launch?roles=Learner'],
    ['no signature', signed().slice(0, -1), 'unsigned'],
    ['no nonce', signed({ without: ['oauth_nonce'] }), 'unsigned'],
    ['no time', signed({ without: ['oauth_timestamp'] }), 'unsigned'],
    ['another message', signed({ without: ['lti_message_type'] }), 'unsigned'],
    ['a time eleven minutes ago', signed({ timestampS: now - 660 }), 'late'],
    ['a time an hour ahead', signed({ timestampS: now + 3600 }), 'late'],
    ['no token, as “no API”', signed({ service: { ...service, access: 'public' } }), 'withoutToken'],
    ['no token, as “anonymous”', signed({ service: { ...service, access: 'anonymous' } }), 'withoutToken'],
  ] as const)('for %s asks nothing, and says what to do', async (_why, form, refusal, path?: string) => {
    boundary.forget()
    const { status, text, headers } = await launch([...form], path)
    expect([status, headers['set-cookie'], boundary.calls]).toEqual([403, undefined, []])
    expect(text).toContain(`<p role="alert">${texts.launch.lead[refusal]}</p>`)
    for (const step of texts.launch.steps[refusal]) expect(text).toContain(`<li>${step}</li>`)
  })

  it.each([
    ['used before', 409, 'already_used', 'used'],
    ['late by the clock of the database', 400, 'validation_failed', 'late'],
    ['with a token that A+ does not know', 401, 'invalid_upstream_token', 'unknownToken'],
  ] as const)('since it is %s says what to do', async (_why, status, code, refusal) => {
    boundary.replyWith('createSession', { status, body: { code, requestId: 'r-12345678' } })
    const reply = await launch(signed())
    expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined])
    expect(reply.text).toContain(texts.launch.lead[refusal])
    boundary.forget()
  })

  it('is a page of ours also while the boundary is away', async () => {
    boundary.replyWith('createSession', {
      status: 502,
      body: { code: 'upstream_unavailable', requestId: 'r-12345678' },
    })
    expect((await launch(signed())).status).toBe(502)
    boundary.forget()
  })

  it('is logged with its reason', async () => {
    logLines.length = 0
    await launch(signed({ service: { ...service, access: 'public' } }))
    expect(logLines.join('')).toMatch(
      /"reason":"withoutToken"[^}]*"event":"launch_refused"|"event":"launch_refused"[^}]*"reason":"withoutToken"/,
    )
  })

  it('waits a minute after twenty that were not signed, which stop neither what is signed nor tokens', async () => {
    const unsigned = changed(signed(), 'roles', 'x')
    const statuses = await Array.fromAsync({ length: 21 }, async () => (await launch(unsigned)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429])
    expect((await launch(signed())).status).toBe(303)
    expect((await ask('/sign-in', { form: { token } })).status).toBe(303)
  })

  it('is neither counted nor stopped where it is signed, however often its token is unknown', async () => {
    const body = { code: 'invalid_upstream_token', requestId: 'r-12345678' }
    boundary.replyWith('createSession', { status: 401, body })
    const statuses = await Array.fromAsync({ length: 25 }, async () => (await launch(signed())).status)
    boundary.forget()
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect((await launch(signed())).status).toBe(303)
  })

  it.each<[string, number, WebRequest]>([
    ['another kind of body', 415, { form: signed(), headers: { 'Content-Type': 'application/json' } }],
    [
      '300 fields',
      400,
      { form: signed({ extra: Array.from({ length: 300 }, (_, n) => [`custom_${n}`, ''] as const) }) },
    ],
    ['70,000 bytes', 400, { form: signed({ extra: [['custom_long', 'x'.repeat(70_000)]] }) }],
    ['a host that is none', 403, { form: changed(signed(), 'roles', ''), headers: { Host: 'a%zz' } }],
    ['a read', 405, {}],
  ])('is not %s', async (_what, status, request) => {
    const { headers } = request
    const reply = await launches.ask('/lti/launch', { ...request, headers: { Origin: 'null', ...headers } })
    expect(reply.status).toBe(status)
  })
})

describe('a deployment without the key of A+', () => {
  it('has no launches', async () => {
    const { launch: launchAnywhere } = await openLaunchedWeb({ LTI_KEY: '', LTI_SECRET: '' })
    expect((await launchAnywhere(signed())).status).toBe(404)
  })
})
