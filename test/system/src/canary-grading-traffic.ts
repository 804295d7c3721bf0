import { rawRequest } from './canary-exchange.ts'
import {
  type AskAsGrader,
  type GraderReply,
  gradingOperations,
  operationOf,
  registrationOf,
  takeReply,
} from './canary-grading-exchange.ts'
import { exampleQuery } from './example-query.ts'
import type { GradingCanaryWorld, GradingMode } from './canary-grading-world.ts'
import type { ServiceProcess } from './service-process.ts'

/** A successful request of every operation. It uses submissions of two exercises, with ids from `first` on. */
export async function goodGraderRequests(
  ask: AskAsGrader,
  world: GradingCanaryWorld,
  { first, mode }: { first: number; mode: GradingMode },
): Promise<void> {
  const { secrets } = world
  const register = (submissionId: number, statuses: readonly number[], change: object = {}) =>
    ask('registerCapability', statuses, { body: registrationOf(world, submissionId, { exerciseId: 1104, ...change }) })
  for (const submissionId of [first, first + 1, first + 2])
    await register(submissionId, [201], { autoPoints: 1.5, maxPoints: 0 })
  await register(first, [200])
  await ask('registerCapability', [200], {
    secret: secrets.previous,
    body: registrationOf(world, first, { exerciseId: 1104 }),
  })
  const page = await ask('listCapabilities', [200], { query: '?courseId=11&exerciseId=1104&state=stored&limit=2' })
  const cursor = /"nextCursor":"([^"]+)"/.exec(page.text)?.[1] ?? ''
  await ask('listCapabilities', [200], { query: `?courseId=11&exerciseId=1104&cursor=${cursor}` })
  for (const state of ['used', 'expired'])
    await ask('listCapabilities', [200], { query: `?courseId=11&exerciseId=1103&state=${state}` })
  // Every read with the contract's example and a submission of this world, so a new read needs no line here.
  for (const id of gradingOperations) {
    const { method, example } = operationOf(id)
    if (method !== 'get') continue
    const params = { ...example.params, submissionId: first }
    await ask(id, [200], { params, query: `?${exampleQuery(operationOf(id))}` })
  }
  await ask('deleteCapability', [204], { params: { submissionId: first } })
  await ask('deleteCapability', [204], { params: { submissionId: first + 1 }, query: '?courseId=11&exerciseId=1104' })

  // Deliveries in progress, and delivered ones whose submission is registered again.
  await register(first + 3, [201])
  await world.complete(first + 3, 'held')
  await register(first + 3, [200])
  await ask('deleteCapabilities', [200], { query: '?courseId=11&exerciseId=1104' })
  if (mode === 'production') {
    await register(first + 4, [403], { fixture: true })
    await ask('resetAssessments', [403])
    return
  }
  await register(first + 4, [201], { fixture: true })
  await world.complete(first + 4, 'held')
  await ask('resetAssessments', [200], { query: `?courseId=11&exerciseId=1104&submissionId=${first + 4}` })
  await ask('resetAssessments', [200], { query: '?courseId=11&exerciseId=1104' })
}

/** Each operation, rejected in every way in which secrets, URLs and texts are put where they do not belong. */
export async function refusedGraderRequests(ask: AskAsGrader, world: GradingCanaryWorld, first: number): Promise<void> {
  const { secrets, texts, callbackOf } = world
  const url = callbackOf(first)
  const token = url.slice(url.indexOf('token=') + 'token='.length)
  const both = `${texts.body} ${url} ${secrets.current}`
  for (const id of gradingOperations) {
    const { method, path, query } = operationOf(id)
    await ask(id, [401], { secret: null })
    await ask(id, [401], { secret: secrets.wrong })
    await ask(id, [401], { headers: [['X-Service-Manual-Grading-Secret', secrets.current]] })
    await ask(id, [401], { secret: `${secrets.current}, ${secrets.previous}` })
    await ask(id, [401], {
      secret: null,
      query: `?secret=${secrets.current}&token=${token}`,
      headers: [
        ['Cookie', `secret=${secrets.current}; ${token}`],
        ['Authorization', `Token ${secrets.current}`],
      ],
    })
    if (path.includes('{'))
      await ask(id, [400, 404], { params: { exerciseId: token, submissionId: encodeURIComponent(url) } })
    if (query !== undefined) {
      await ask(id, [400], {
        query: `?courseId=${token}&exerciseId=${encodeURIComponent(url)}&state=${token}&cursor=${token}&limit=${secrets.current}&submissionId=${token}`,
      })
      await ask(id, [400], { query: `?courseId=11&exerciseId=1103&note=${encodeURIComponent(both)}` })
    }
    if (method === 'get') {
      const headers = [
        ['If-None-Match', `"${token}"`],
        ['User-Agent', both],
        ['Referer', url],
        ['X-Forwarded-For', token],
        ['traceparent', token],
        ['X-Request-ID', `${url}`],
      ] as const
      await ask(id, [200, 304], { headers })
    } else {
      // A delete needs no body. The submission does not exist.
      const nobodys = query?.required?.includes('courseId') ? { query: '?courseId=11&exerciseId=1101' } : {}
      for (const body of [
        both,
        `{"${both}`,
        { unknown: both, callbackUrl: url },
        [both],
        `{"callbackUrl":"${url}","callbackUrl":"${url}"}`,
        both.repeat(20_000),
      ]) {
        await ask(id, method === 'delete' ? [200, 400, 403, 404, 413] : [400, 413], { body, ...nobodys })
      }
      await ask(id, method === 'delete' ? [200, 403, 404, 415] : [415], {
        body: '{}',
        type: `application/${token}`,
        ...nobodys,
      })
    }
  }
  await ask('listCapabilities', [400], {
    query: `?courseId=11&exerciseId=1103&cursor=${Buffer.from(JSON.stringify(['listCapabilities', token])).toString('base64url')}`,
  })
  await ask('deleteCapability', [404], { params: { submissionId: first } })
  await refusedRegistrations(ask, world, first)
}

async function refusedRegistrations(ask: AskAsGrader, world: GradingCanaryWorld, first: number): Promise<void> {
  const { callbackOf, origins, secrets, texts } = world
  const refuse = (statuses: readonly number[], change: object) =>
    ask('registerCapability', statuses, { body: registrationOf(world, first, change) })
  const good = callbackOf(first)
  const [base = '', token = ''] = good.split('?token=')
  const wrongUrls = [
    `${good}${'x'.repeat(2100)}`,
    ` ${good}`,
    `${good}#${token}`,
    `${base}\\?token=${token}`,
    good.replace('//', `//${token}:${secrets.current}@`),
    good.replace('http', 'HTTP'),
    callbackOf(first, origins.elsewhere),
    callbackOf(first, origins.elsewhere.replace('https', 'http')),
    good.replace('/grader', ''),
    good.replace('/submissions/', '/../submissions/'),
    `${good}&next=${encodeURIComponent(origins.elsewhere)}`,
    `${base}?key=${token}`,
    `${base}?token=${token}x`,
    `${base}?token=e${token.slice(1)}`,
    good.replace('submissions', 'exercises'),
    callbackOf(first + 1),
    `${base}?token=s1${token.slice(1)}`,
    token,
    texts.body,
    `javascript:${token}`,
  ]
  for (const callbackUrl of wrongUrls) await refuse([400], { callbackUrl })
  const wrong: readonly object[] = [
    { submittedAt: `${texts.body} ${token}` },
    { submittedAt: '9999999-01-01T00:00:00Z' },
    { language: texts.body + token },
    { submitterIds: [token] },
    { maxPoints: token },
    { attempt: token },
    { autoPoints: texts.body },
    { fixture: token },
    { courseId: good },
    { token },
    { callbackUrl: [good] },
    { callbackUrl: { href: good } },
    { submissionId: good },
  ]
  for (const change of wrong) await refuse([400], change)
  await refuse([404], { exerciseId: 1101 })
  await refuse([404], { courseId: 13 })
  await ask('registerCapability', [201], { body: registrationOf(world, first) })
  await refuse([400], { courseId: 13, exerciseId: 1301 })
  // No worker leases a delivery that is due in the far future. Then it is made ambiguous.
  const id = await world.complete(first, 'held')
  const change = (set: string): Promise<unknown> => world.query(`UPDATE delivery SET ${set} WHERE id = $1`, [id])
  await change(`state = 'pending', not_before = 'infinity'`)
  await refuse([409], {})
  await ask('deleteCapability', [409], { params: { submissionId: first } })
  await change(`state = 'cancelled', not_before = NULL, cancelled_at = now(), cancelled_as = 'person'`)
}

/** Requests that the parser rejects, or that end before they are complete. */
export async function brokenGraderMessages(
  world: GradingCanaryWorld,
  process: ServiceProcess,
  answers: GraderReply[],
): Promise<void> {
  const {
    secrets: { current: secret },
    texts,
    callbackOf,
  } = world
  const path = '/api/internal/manual-grading/capabilities'
  const url = callbackOf(1)
  const messages: readonly (readonly [what: string, request: Uint8Array])[] = [
    ['text that is not HTTP', Buffer.from(`X-Service-Manual-Grading-Secret: ${secret}\r\n\r\n`)],
    ['another version', Buffer.from(`GET ${path}?${encodeURIComponent(url)} HTTP/${texts.body}\r\n\r\n`)],
    ['an unknown method', Buffer.from(`${texts.body} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)],
    [
      'a NUL in a header',
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Service-Manual-Grading-Secret: ${secret}\0\r\n\r\n`),
    ],
    ['a line without a colon', Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${secret} ${url}\r\n\r\n`)],
    [
      'too long a header',
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Service-Manual-Grading-Secret: ${secret.repeat(600)}\r\n\r\n`),
    ],
    ['a length that is none', Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${url}\r\n\r\n`)],
    [
      'an invalid chunk',
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Service-Manual-Grading-Secret: ${secret}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${url}\r\n`,
      ),
    ],
    [
      'a path of a URL',
      rawRequest({ target: `/${encodeURIComponent(url)}`, headers: [['X-Service-Manual-Grading-Secret', secret]] }),
    ],
    ['a URL as target', rawRequest({ target: url, headers: [['X-Service-Manual-Grading-Secret', secret]] })],
    [
      'another method',
      rawRequest({ method: 'PATCH', target: path, headers: [['X-Service-Manual-Grading-Secret', secret]], body: url }),
    ],
  ]
  for (const [what, request] of messages) {
    const text = await takeReply(process, request, { what, statuses: [] })
    answers.push({ operation: 'none', status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
  }
}
