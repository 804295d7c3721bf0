import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { pathsOf } from './routes.fixture.ts'
import { openTestWeb, publicOrigin, type WebReply } from './web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => boundary.forget())

const operations = Object.keys(frontendInternal.operations) as (keyof typeof frontendInternal.operations)[]
const { id, feedbackId } = frontendInternal.operations.getAssessment.replies[200].example

/** Replies to each call but that for the session as the boundary does to what it cannot read. */
function refuseAll(): void {
  const body = { code: 'validation_failed', requestId: 'r-12345678', fieldErrors: [] }
  for (const operation of operations)
    if (operation !== 'getSession') boundary.replyWith(operation, { status: 400, body })
}

const refused = new Set<string>()

/** The status, or that of a second time if it is worse: what is passed on to the boundary is refused then. */
async function worstStatus(send: () => Promise<WebReply>): Promise<number> {
  boundary.forget()
  const { status } = await send()
  const calls = boundary.calls.map(({ operation, target, body }) => [operation, target, body])
  const asked = JSON.stringify(calls.filter(([operation]) => operation !== 'getSession'))
  if (asked === '[]' || refused.has(asked)) return status
  refused.add(asked)
  refuseAll()
  return Math.max(status, (await send()).status)
}

it.each(pathsOf('POST'))('no malformed body makes %s fail', async (path) => {
  const failed: string[] = []
  const send = async (type: string, body: string): Promise<number> => {
    const headers = { Origin: publicOrigin, 'X-Person': '101', 'Content-Type': type }
    const status = await worstStatus(() => ask(path, { method: 'POST', signedIn: true, headers, body }))
    if (status >= 500) failed.push(`${status} ${body}`)
    return status
  }
  const readsBody = (await send('text/plain', 'x')) === 415
  const forms = path === `/grade/${id}` ? [...formBodies, ...drawnBodies] : formBodies
  for (const [type, bodies] of [[json, jsonBodies] as const, [form, forms] as const])
    for (const body of readsBody ? bodies : []) if ((await send(type, body)) === 415) break
  expect(failed).toEqual([])
})

it.each(pathsOf('GET'))('no hostile query or id makes %s fail', async (path) => {
  const paths = [
    ...queries.map((query) => `${path}?${query}`),
    ...(path.match(anyId) ? ids.map((each) => path.replaceAll(anyId, `/${each}`)) : []),
  ]
  const failed: string[] = []
  for (const each of paths) {
    const status = await worstStatus(() => ask(each, { signedIn: true, headers: { 'X-Person': '101' } }))
    if (status >= 500) failed.push(`${status} ${each}`)
  }
  expect(failed).toEqual([])
})

describe('a body of a script that is not of the expected shape', () => {
  it.each([
    ['judgement', '{"base":"3","patch":{}}'],
    ['judgement', '{"base":3,"patch":null}'],
    ['judgement', '{"base":3}'],
    ['wording', '{"base":3,"patch":{},"feedbackId":5}'],
    ['wording', '{"base":3,"patch":{},"feedbackId":"../assessments"}'],
    ['complete', '{"revision":"3"}'],
    ['complete', '{}'],
    ['leave', '{"how":"stay"}'],
    ['leave', '{"how":"postpone","note":{}}'],
    ['claim', '[]'],
  ])('is 400, and nothing is forwarded: %s of %s', async (path, body) => {
    const headers = { Origin: publicOrigin, 'X-Person': '101', 'Content-Type': json }
    expect((await ask(`/grade/${id}/${path}`, { method: 'POST', signedIn: true, headers, body })).status).toBe(400)
    expect(boundary.calls).toEqual([])
  })
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const anyId = /\/(?:\d+|[0-9a-f-]{36})(?=\/|$)/g

const jsonBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1',
  '\u0000',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"base":1}}',
  '['.repeat(40),
  '{"base":1e400,"patch":{}}',
  '{"base":-1,"patch":{}}',
  '{"base":{},"patch":[]}',
  '{"base":3,"patch":7}',
  `{"base":3,"patch":{"body":"\\u0000"},"feedbackId":"${feedbackId}"}`,
  `{"base":3,"patch":{"body":"\\ud800"},"feedbackId":"${feedbackId}"}`,
  '{"base":3,"patch":{},"feedbackId":{}}',
  '{"base":3,"patch":{},"feedbackId":"x/../y"}',
  '{"revision":{}}',
  '{"revision":"1\\r\\nX: y"}',
  '{"revision":-1}',
  '{"how":{},"note":5}',
  '{"how":"postpone","note":[]}',
  '{"how":"x"}',
  `{"text":5,"feedbackId":"${feedbackId}"}`,
  '{"text":"x","feedbackId":null}',
  '{"text":"x"}',
  '{"locale":{}}',
  '{"locale":7,"goesOn":true,"teaches":false}',
  '{"locale":"__proto__","goesOn":1,"teaches":{}}',
  '{"locale":"constructor","goesOn":true,"teaches":false}',
]

const drawn = (more: object): string =>
  `drawn=${encodeURIComponent(
    JSON.stringify({ userId: 101, assessmentRevision: 3, feedbackId, feedbackRevision: 2, fields: {}, ...more }),
  )}`
const field = (path: string, value: unknown): string => drawn({ fields: { [path]: value } })

const ofPerson = (fields: Record<string, string>): string =>
  new URLSearchParams({ person: '101', revision: '3', base: '{}', ...fields }).toString()

const formBodies = [
  'person=101',
  ...['', '-1', '1e3', '9'.repeat(30)].map((revision) => ofPerson({ revision })),
  ...['', '{', 'null', '[]', '"x"', '{"leaseMinutes":{},"dueAt":"never","rubricId":[]}', '['.repeat(40)].flatMap(
    (base) => [
      ofPerson({ base, press: 'use:leaseMinutes' }),
      ofPerson({ base, press: 'use:dueAt' }),
      ofPerson({ base }),
    ],
  ),
  ...['use:__proto__', 'use:', ':', 'up:x', 'up:-1', 'remove:99999999999', 'save:', '\0'].map((press) =>
    ofPerson({ press, stale: '__proto__' }),
  ),
  ofPerson({ leaseMinutes: 'NaN', dueAt: '9999-99-99T99:99', releaseAt: '0000-01-01T00:00', order: 'constructor' }),
  '',
  '%',
  '=',
  '&&&&',
  '%00=%00',
  'a=%ff',
  'a=%c3%28',
  'to=//evil.example',
  'to=%00',
  'locale=__proto__&theme=toString',
  'token=%00',
  'person=0&answer=yes',
  'reason=%00',
  'note=%00',
  'action=%00',
  'assessmentId=%00',
  'assessmentId=../x',
  'planned=x',
  'planned=1e400',
  'drawn',
  'drawn=null',
  'drawn=[]',
  'drawn=%7B%7D',
  'drawn=%00',
  `drawn=${'['.repeat(50)}`,
]

/** Of the grading page's form, with what it was drawn from. */
const drawnBodies = [
  drawn({ userId: -1 }),
  drawn({ assessmentRevision: -1 }),
  drawn({ feedbackRevision: '2' }),
  drawn({ fields: null }),
  drawn({ feedbackId: '-'.repeat(36) }),
  drawn({ feedbackId: 5 }),
  drawn({ fields: [] }),
  drawn({ fields: 'x' }),
  ...['x', '{}', 'null', '[]', '{"anchor":null}', '{"anchor":7}', '{"anchor":{}}'].map(
    (place) => `${field('annotations/a/place', place)}&annotations/a/body=x`,
  ),
  `${drawn({})}&annotations/a/place=x`,
  `${drawn({})}&scores/a/snippet=x`,
  `${field('scores/a/snippet', 'x')}&scores/a/comment=x`,
  `${field('scores/a/snippet', '{')}&body=x`,
  `${drawn({})}&scores/a/points=1e400`,
  `${drawn({})}&scores/a/checks/b=NaN`,
  `${drawn({})}&adjustment/points=x&adjustment/reason=%00`,
  `${drawn({})}&body=%00`,
  `${drawn({})}&body=x&action=complete`,
  `${drawn({})}&scores/constructor/comment=x`,
  `${drawn({})}&scores/constructor/checks/valueOf=1`,
]

/** Each names no parameter twice, so that a route reads all that it knows. */
const queries = [
  'cursor=%00&state=__proto__&notice=__proto__&feedback=%00&q=%00&criterion=%00&language=__proto__&to=%00&launched=%00',
  'cursor=%ff&state[]=x&notice=toString&feedback=x&q=%ff&submission=%00&to=//evil.example',
  `cursor=${'a'.repeat(3_000)}&q=${'a'.repeat(3_000)}&submission=9007199254740993&files&fold&saved`,
  `cursor=&submission=-1&feedback=${feedbackId}&feedback=x`,
  '%',
  '=&=',
]
const ids = ['0', '9007199254740993', '%00', '%ff', '..%2f', '__proto__']
