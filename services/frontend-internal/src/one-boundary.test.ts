import { frontendInternal, frontendInternalDescription, openApiDocument } from '@course-grading/contracts'
import { createFrontendTransport } from '@course-grading/frontend-transport'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from './handlers.ts'
import { frontendSecret, startTestService, type TestService } from './service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Described { readonly operationId: string }
const { paths } = openApiDocument(frontendInternalDescription) as unknown as { paths: Record<string, Record<string, Described>> }
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })))
const operationIds = Object.keys(frontendInternal.operations).toSorted()

/** Something that fits wherever a path has a parameter. */
const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

describe('the frontend-internal boundary', () => {
  it('has the same operations in contract, specification, handlers and transport', async () => {
    expect(routes.map(({ operationId }) => operationId).toSorted()).toEqual(operationIds)
    expect(Object.keys(createHandlers(service.deps)).toSorted()).toEqual(operationIds)
    const { close, withSession, ...methods } = createFrontendTransport({ baseUrl: service.url, secret: frontendSecret })
    expect(Object.keys(methods).toSorted()).toEqual(operationIds)
    expect(Object.keys(withSession('anybody')).toSorted()).toEqual(operationIds)
    await close()
  })

  it.each(Object.keys(paths))('serves exactly the methods that the specification has of %s', async (path) => {
    const answer = await fetch(service.url + concrete(path), { method: 'PATCH' })
    const methods = Object.keys(paths[path]!).map((method) => method.toUpperCase())
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ')).toEqual([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted())
  })

  it.each(routes)('answers $method $path as $operationId', async ({ operationId, method, path }) => {
    const before = service.logLines.length
    const answer = await fetch(service.url + concrete(path), { method: method.toUpperCase() })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_frontend_secret' }])
    await expect.poll(() => service.logLines.slice(before).join('')).toContain(`"operation":"${operationId}"`)
  })

  it.each(['/openapi.json', '/openapi', '/openapi.yaml', '/docs', '/', ''])('never serves its specification at %s', async (path) => {
    const answer = await service.request('GET', path, { session: await service.signIn(101) })
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})
