import { isRightOfService } from '@course-grading/contracts/operation/operation'
import { idsOfReplies } from './canary-assessments.ts'
import { exchangeBytes, rawRequest, statusOf } from './canary-exchange.ts'
import {
  type Asked,
  bodyWith,
  boundaries,
  brokenMessages,
  type CanaryBoundary,
  type Change,
  credentialsOf,
  type Header,
  operationsOf,
  requestOf,
  strayHeaders,
  wrongBodies,
  wrongCredentials,
} from './canary-requests.ts'
import type { CanaryWorld, Mode } from './canary-world.ts'
import { waitFor } from '../service-process.ts'

/** The reply of an operation, or of a request that matches no operation (`none`). */
export interface Sent {
  readonly boundary: CanaryBoundary['name']
  readonly operation: string
  /** The role of the caller, if a person sent the request. */
  readonly role?: Role
  readonly status: number
  /** Status line, headers and body. */
  readonly text: string
}

/** Ids of people of the demo world in the order of their requests: those with more rights come later. */
const people = { stranger: 104, outsider: 105, student: 201, grader: 102, teacher: 101 } as const
type Role = keyof typeof people
const roles = Object.keys(people) as Role[]

/** Sends the requests of all contracts to the processes of one mode. */
export interface Traffic {
  readonly send: (asked: Asked, change?: Change & { role?: Role; which?: 'previous' }) => Promise<Sent>
  /** Gives a person, or everybody, a session. */
  readonly signIn: (role?: Role) => Promise<void>
  /** Makes the assessments of the examples again. */
  readonly placeAssessments: () => Promise<void>
  /** Every operation by its example, as everybody. */
  readonly asEverybody: (boundary: CanaryBoundary) => Promise<void>
  /** Every operation with secrets and texts in the wrong places. */
  readonly refused: (boundary: CanaryBoundary) => Promise<void>
  /** Every operation by its example, as a teacher. */
  readonly asTeacher: (boundary: CanaryBoundary) => Promise<void>
}

const needsPerson = ({ operation }: Asked): boolean => !isRightOfService(operation.allow)

/** The operation of that name. */
export const named = (name: string): Asked => boundaries.flatMap(operationsOf).find(({ id }) => id === name)!

export function createTraffic(world: CanaryWorld, mode: Mode, sent: Sent[]): Traffic {
  const sessions = new Map<Role, string>()
  const texts = {
    written: world.plant('written', `a request in ${mode}`),
    staff: world.plant('staff', `a request in ${mode}`),
  }
  const foreign = world.plant('foreign', `a refused request in ${mode}`)

  const exchange = async (
    { boundary: { name }, id }: Pick<Asked, 'boundary' | 'id'>,
    bytes: Uint8Array,
    role?: Role,
  ) => {
    // Sent again if the process rejects the request because its event loop is late, as on a busy machine; not for as long as the
    // database is away.
    let tries = 0
    const text = await waitFor(`an answer to ${id}`, async () => {
      const received = await exchangeBytes(world.processes[mode][name].port, bytes)
      tries += 1
      return statusOf(received) === 503 && tries < 6 ? undefined : received
    })
    const reply: Sent = { boundary: name, operation: id, ...(role && { role }), status: statusOf(text), text }
    sent.push(reply)
    const sessionId = /"sessionId":"([^"]+)"/.exec(text)?.[1]
    if (sessionId !== undefined) await world.learnSession(sessionId)
    const { field = '', ofExamples = [] } = idsOfReplies[id] ?? {}
    const own = new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1]
    if (own !== undefined) for (const ofExample of ofExamples) world.standFor(ofExample, own)
    return { ...reply, sessionId }
  }
  const credentials = (asked: Asked, role: Role = 'teacher', which?: 'previous'): readonly Header[] =>
    credentialsOf(world, asked, {
      token: world.tokenOf(people[role]),
      session: sessions.get(role) ?? '',
      ...(which && { which }),
    })
  const send: Traffic['send'] = async (asked, { role, which, ...change } = {}) => {
    const body = change.body ?? bodyWith(world, asked, texts)
    const own = [...credentials(asked, role, which), ...(await preconditionOf(asked, change.params))]
    const headers = change.headers ?? own
    const request = requestOf(world, asked, { ...change, headers, ...(body !== undefined && { body }) })
    return exchange(asked, rawRequest(request), needsPerson(asked) ? (role ?? 'teacher') : undefined)
  }
  /** The current revision, read at the same path or at a path above it. */
  const preconditionOf = async (
    { boundary, operation }: Asked,
    given: Change['params'] = {},
  ): Promise<readonly Header[]> => {
    if (!operation.ifMatch) return []
    const [read] = operationsOf(boundary)
      .filter(
        ({ operation: { method, path, replies } }) =>
          method === 'get' && replies[200]?.etag && `${operation.path}/`.startsWith(`${path}/`),
      )
      .toSorted((one, other) => other.operation.path.length - one.operation.path.length)
    const params = Object.fromEntries(
      Object.entries(operation.example.params ?? {}).map(([name, value]) => [
        name,
        given[name] ?? world.translate(String(value)),
      ]),
    )
    const etag = read && /^etag: (.*)\r$/im.exec((await send(read, { params })).text)?.[1]
    return [['If-Match', etag ?? `"${operation.example.revision}"`]]
  }
  const signIn: Traffic['signIn'] = async (role = 'teacher') => {
    if ((await send(named('getSession'), { role })).status === 200) return
    const asked = named('createSession')
    const body = JSON.stringify({ token: world.tokenOf(people[role]) })
    const request = rawRequest(requestOf(world, asked, { headers: credentials(asked), body }))
    const { sessionId } = await exchange(asked, request)
    if (sessionId !== undefined) sessions.set(role, sessionId)
  }
  const placeAssessments: Traffic['placeAssessments'] = async () => {
    await signIn()
    const { toComplete } = await world.assessments.place()
    const { status, text } = await send(named('completeAssessment'), { params: { id: toComplete } })
    if (status !== 200) throw new Error(`completing: ${text}`)
  }
  /** The student reads everything that was released to them. */
  const readWhatStudentsMay = async (): Promise<void> => {
    const { text } = await send(named('listMyFeedback'), { role: 'student' })
    for (const [, id = ''] of text.matchAll(/"id":"([\w-]+)"/g))
      await send(named('getMyFeedback'), { role: 'student', params: { id } })
  }

  return {
    send,
    signIn,
    placeAssessments,
    async asEverybody(boundary) {
      for (const role of roles) await signIn(role)
      let isPlaced = false
      for (const asked of operationsOf(boundary)) {
        if (boundary.name === 'frontend-internal' && !isPlaced) await placeAssessments()
        // A read changes nothing, so the assessments need not be made again.
        isPlaced = asked.operation.method === 'get'
        if (!needsPerson(asked)) await send(asked, { which: 'previous' })
        for (const role of needsPerson(asked) ? roles : (['teacher'] as const)) {
          if (asked.operation.method === 'delete') await signIn(role)
          const { status } = await send(asked, { role })
          if (asked.id === 'getMyFeedback' && role === 'student') await readWhatStudentsMay()
          const plain = asked.operation.example.body
          // A rule that is not in the schema may reject the texts, so the example is sent without them.
          if (status >= 400 && role === 'teacher' && plain !== undefined && !asked.operation.csvBody)
            await send(asked, { body: world.translate(JSON.stringify(plain)) })
        }
      }
    },
    async refused(boundary) {
      await placeAssessments()
      for (const asked of operationsOf(boundary)) {
        const { method, path, params = {}, query, ifMatch } = asked.operation
        await signIn()
        const good = credentials(asked)
        const secrets = `${good.map(([, value]) => value).join(' ')} ${world.tokenOf(people.teacher)}`
        const both = `${foreign} ${secrets} ${world.callbackOf(1)}`
        const encoded = encodeURIComponent(both)
        for (const headers of wrongCredentials(good, `Token ${world.revokedToken}`)) await send(asked, { headers })
        await send(asked, { headers: [], query: `?secret=${encoded}` })
        for (const name of [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each ?? ''))
          for (const value of [encoded, foreign]) await send(asked, { params: { [name]: value } })
        const names = [...Object.keys({ ...params, ...(query?.properties as object) }), 'token']
        if (method === 'get' || query !== undefined)
          await send(asked, { query: `?${names.map((name) => `${name}=${encoded}`).join('&')}` })
        if (method === 'get') {
          for (const header of strayHeaders(both)) await send(asked, { headers: [...good, header] })
          continue
        }
        const precondition = ifMatch ? [['If-Match', '"0"'] as const] : []
        const body = bodyWith(world, asked, { written: foreign, staff: foreign })
        for (const wrong of wrongBodies(asked, body, both))
          await send(asked, { headers: [...good, ...precondition], body: wrong })
        for (const [name, value] of [
          ['Content-Type', `application/${foreign}`],
          ['Content-Type', `application/json; charset=${foreign}`],
          ['Content-Encoding', foreign],
        ] as const)
          await send(asked, { headers: [...good, ...precondition, [name, value]], body: '{}' })
        if (ifMatch) await send(asked, { headers: good })
        if (ifMatch)
          for (const value of ['', '"0"', `"${foreign}"`, `W/"${foreign}"`, `"1", "${foreign}"`])
            await send(asked, { headers: [...good, ['If-Match', value]] })
      }
      const asked = operationsOf(boundary).find(({ operation }) => !operation.path.includes('{')) ?? named('getSession')
      const [header = ['Authorization', `Token ${foreign}`]] = credentials(asked)
      for (const bytes of brokenMessages(`${boundary.prefix}${asked.operation.path}`, header, foreign))
        await exchange({ boundary, id: 'none' }, bytes)
    },
    async asTeacher(boundary) {
      for (const asked of operationsOf(boundary)) {
        const { allow, method } = asked.operation
        // The session must not end, since the remaining requests need it.
        if (!(allow === 'signed_in' && method === 'delete')) await send(asked)
      }
    },
  }
}
