import type { CourseView } from '@course-grading/contracts/courses/course-view'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { isRightOfService } from '@course-grading/contracts/operation/operation'
import { inspect } from 'node:util'
import type { Readable } from 'node:stream'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { createFrontendTransport, type FrontendTransport, type SessionMethods } from './index.ts'
import { headOf, jsonReply } from './hostile-server.fixture.ts'
import { failureOf, secret, sessionId, transportTo } from './transport-under-test.fixture.ts'

describe('createFrontendTransport', () => {
  it('has one method for each operation of the contract, by its id, and for no other', async () => {
    const { transport } = await transportHearing('')
    expect(Object.keys(transport).sort()).toEqual([...operationIds, 'close', 'withSession'].sort())
    expect(Object.keys(transport.withSession(sessionId)).sort()).toEqual(operationIds.toSorted())
  })

  it.each(Object.entries(frontendInternal.operations))(
    '%s sends a request to the path of the contract, with the credentials that it needs',
    async (id, operation) => {
      const { transport, requests } = await transportHearing(
        jsonReply(418, '{"code":"a_teapot","requestId":"request-0001"}'),
      )
      const method = transport[id as keyof Mine] as (call: unknown) => Promise<unknown>
      const params: Readonly<Record<string, unknown>> = 'params' in operation.example ? operation.example.params : {}
      expect((await failureOf(method({ ...anyCall, params }))).code).toBe('a_teapot')
      const [line = ''] = requests[0]?.split('\r\n') ?? []
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => String(params[name]))
      expect(line).toBe(`${operation.method.toUpperCase()} /internal/frontend${path} HTTP/1.1`)
      expect(requests[0]?.includes(`Bearer ${sessionId}`)).toBe(!isRightOfService(operation.allow))
      expect(requests[0]).toContain(`x-service-frontend-secret: ${secret}`)
    },
  )

  it('shows no secret when it is printed', async () => {
    const { transport } = await transportHearing('')
    expect(inspect([transport, transport.withSession(sessionId)], { depth: Infinity, showHidden: true })).not.toMatch(
      /canary/,
    )
  })

  it('lets calls in flight come to their end when it is closed', async () => {
    const { transport } = await transportHearing(headOf(204, {}))
    const call = transport.deleteSession({ session: sessionId })
    await transport.close()
    await expect(call).resolves.toMatchObject({ status: 204 })
    expect((await failureOf(transport.deleteSession({ session: sessionId }))).kind).toBe('unreachable')
  })
})

describe('the types of its methods', () => {
  it('say what a call needs, from the contract', () => {
    expectTypeOf<FrontendTransport['createSession']>()
      .parameter(0)
      .toHaveProperty('body')
      .toEqualTypeOf<{ token: string; launch?: { nonce: string; timestamp: number } }>()
    expectTypeOf<FrontendTransport['getCourse']>().parameter(0).toHaveProperty('session').toEqualTypeOf<string>()
    expectTypeOf<Mine['getCourse']>().parameter(0).not.toHaveProperty('session')
    expectTypeOf<Mine['getCourse']>().parameter(0).not.toHaveProperty('body')
    expectTypeOf<Mine['putCourseSettings']>().parameter(0).toHaveProperty('ifMatch').toEqualTypeOf<string>()
    expectTypeOf<Mine['getCourse']>().parameter(0).not.toHaveProperty('ifMatch')
    expectTypeOf<Mine['importGraders']>().parameter(0).toHaveProperty('body').toEqualTypeOf<string | Uint8Array>()
    expectTypeOf<[]>().toExtend<Parameters<Mine['getSession']>>()
    expectTypeOf<[]>().not.toExtend<Parameters<Mine['getCourse']>>()
    expectTypeOf<{ params: { courseId: number }; query?: { q?: string | undefined; tag?: undefined } }>().toExtend<
      Parameters<Mine['listStudents']>[0]
    >()
  })

  it('have the type of their replies from the contract', () => {
    type View = Awaited<ReturnType<Mine['getCourse']>>
    expectTypeOf<View['body']>().toEqualTypeOf<CourseView>()
    expectTypeOf<View['status']>().toEqualTypeOf<200>()
    type Kept = Awaited<ReturnType<Mine['putPreferences']>>
    expectTypeOf<Pick<Kept, 'status' | 'etag' | 'body'>>().toEqualTypeOf<
      Readonly<{ status: 204; etag: string; body: undefined }>
    >()
  })

  it('know of a 304 only where the call asks for it', () => {
    const ask = {} as FrontendTransport['listPublicCourses']
    const unconditional = () => ask()
    const conditional = (ifNoneMatch: string | undefined) => ask({ ifNoneMatch })
    expectTypeOf<Awaited<ReturnType<typeof unconditional>>['status']>().toEqualTypeOf<200>()
    expectTypeOf<Awaited<ReturnType<typeof conditional>>['status']>().toEqualTypeOf<200 | 304>()
    type Fresh = Extract<Awaited<ReturnType<typeof conditional>>, { status: 304 }>
    expectTypeOf<Fresh['body']>().toEqualTypeOf<undefined>()
    const csv = (mine: Mine) => mine.exportGraders({ params: { courseId: 1 } })
    expectTypeOf<Awaited<ReturnType<typeof csv>>['body']>().toEqualTypeOf<Readable>()
  })
})

const operationIds = Object.keys(frontendInternal.operations)
type Mine = SessionMethods<typeof frontendInternal>

/** A transport to a server that gives the same reply to every request. */
async function transportHearing(
  answer: string,
): Promise<{ transport: FrontendTransport; requests: readonly string[] }> {
  const { server } = await transportTo((socket) => socket.write(answer))
  const transport = createFrontendTransport({ baseUrl: server.url, secret })
  onTestFinished(() => void transport.close())
  return { transport, requests: server.requests }
}

/** Everything that a call of any operation may have besides its parameters. */
const anyCall = {
  body: '',
  ifMatch: '"1"',
  session: sessionId,
}
