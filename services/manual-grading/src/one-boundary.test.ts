import { manualGrading, manualGradingDescription, openApiDocument } from '@course-grading/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from './handlers.ts'
import { startTestService, type TestService } from './service.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Described { readonly operationId: string }
const { paths } = openApiDocument(manualGradingDescription) as unknown as { paths: Record<string, Record<string, Described>> }
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })))
const operationIds = Object.keys(manualGrading.operations).toSorted()

/** Something that fits wherever a path has a parameter. */
const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

describe('the manual-grading boundary', () => {
  it('has the same operations in contract, specification and handlers', () => {
    expect(routes.map(({ operationId }) => operationId).toSorted()).toEqual(operationIds)
    expect(Object.keys(createHandlers(service.deps)).toSorted()).toEqual(operationIds)
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
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_manual_grading_secret' }])
    await expect.poll(() => service.logLines.slice(before).join('')).toContain(`"operation":"${operationId}"`)
  })

  it.each(['/openapi.json', '/openapi', '/openapi.yaml', '/docs', '/', '', '/manual-grading/openapi.json'])('never serves its specification at %s', async (path) => {
    const answer = await service.request('GET', path)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})
