import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ask, operations, verdictOf } from './every-operation.fixture.ts'
import { openService, startTestService } from './service.fixture.ts'

const service = await openService()
await service.register(3001)

describe('the secret', () => {
  it('is checked before parameters, and before the database: 401, not 400 or 500', async () => {
    expect(
      await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course', { secret: null })),
    ).toEqual([401, 'invalid_manual_grading_secret'])
    expect(await verdictOf(await service.request('GET', '/manual-grading/exercises/x/course'))).toEqual([
      400,
      'validation_failed',
      '$.exerciseId invalid_format',
    ])
  })

  it('is logged with its own event if it is rejected', async () => {
    await service.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' })
    expect(service.logLines.some((line) => line.includes('manual_grading_secret_refused'))).toBe(true)
  })
})

describe('a path of no operation', () => {
  it.each([
    '/',
    '/openapi.json',
    '/manual-grading',
    '/manual-grading/openapi.json',
    '/manual-grading/capabilities/',
    '/manual-grading/Capabilities',
    '/manual-grading/capabilities/1/2',
    '/frontend/session',
  ])('replies 404 to %s before the secret is checked', async (path) => {
    expect(await verdictOf(await service.request('GET', path, { secret: null }))).toEqual([404, 'not_found'])
  })
})

describe('the database, at every operation', () => {
  it('causes overloaded at its time limit, with nothing changed', async () => {
    const owner = new pg.Client({ connectionString: service.database.ownerUrl })
    await owner.connect()
    await owner.query('BEGIN; LOCK TABLE capability, submission, course_settings, delivery, completed_result')
    const answers = await Promise.all(operations.map((operation) => ask(service, operation)))
    await owner.query('ROLLBACK')
    await owner.end()
    expect(answers.map((reply) => reply.headers.get('retry-after'))).toEqual(operations.map(() => '1'))
    expect(await Promise.all(answers.map(verdictOf))).toEqual(operations.map(() => [503, 'overloaded']))
  })

  it('is reported without details if it is unavailable', async () => {
    const lost = await startTestService()
    await lost.database.drop()
    const answers = await Promise.all(operations.map((operation) => ask(lost, operation)))
    expect(await Promise.all(answers.map(verdictOf))).toEqual(operations.map(() => [503, 'overloaded']))
    expect(
      await verdictOf(await lost.request('GET', '/manual-grading/exercises/1103/course', { secret: 'wrong' })),
    ).toEqual([401, 'invalid_manual_grading_secret'])
    await lost.stop()
  })
})
