import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeDelivery } from './delivery/deliveries.fixture.ts'
import { ask, issuesOf, pathOf, problemOf, verdictOf, withBody, withoutBody } from './every-operation.fixture.ts'
import { startTestService, type TestService } from './service.fixture.ts'

let service: TestService
/** Of the demo course: this person may do everything there. */
let session: string
beforeAll(async () => {
  service = await startTestService()
  session = await service.signIn(101)
  await placeDelivery(service)
})
afterAll(() => service.stop())

describe('the body of a write that has one', () => {
  it.each(withBody)('%s rejects more than 2,000,000 bytes', async (...operation) => {
    const reply = await ask(service, operation, { session, body: ' '.repeat(2_000_001) })
    expect(reply.headers.get('connection')).toBe('close')
    expect(await verdictOf(reply)).toEqual([413, 'payload_too_large'])
  })

  it.each(withBody)('%s rejects them counted, too', async (...operation) => {
    const body = new Blob([' '.repeat(2_000_001)]).stream()
    const reply = await fetch(`${service.url}/internal/frontend${pathOf(operation[1])}`, {
      method: operation[1].method.toUpperCase(),
      body,
      duplex: 'half',
      headers: {
        'X-Service-Frontend-Secret': 'dev-frontend-secret-0000000000000000',
        Authorization: `Bearer ${session}`,
        'Content-Type': operation[1].csvBody ? 'text/csv' : 'application/json',
        'If-Match': '"1"',
      },
    })
    expect(await verdictOf(reply)).toEqual([413, 'payload_too_large'])
  })

  it.each(withBody)('%s rejects another media type, charset or coding', async (...operation) => {
    const right = operation[1].csvBody ? 'text/csv' : 'application/json'
    const wrong: Record<string, string>[] = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': '' },
      { 'Content-Type': operation[1].csvBody ? 'application/json' : 'text/csv' },
      { 'Content-Type': `${right}; charset=latin1` },
      { 'Content-Type': `${right}, ${right}` },
      { 'Content-Type': right, 'Content-Encoding': 'gzip' },
    ]
    for (const headers of wrong)
      expect(await verdictOf(await ask(service, operation, { session, headers }))).toEqual([
        415,
        'unsupported_media_type',
      ])
  })

  const notJson = ['', '{', '{}}', '{"a":1,"a":2}', '\ufeff{}', '{"a":NaN}', '[1,]', "'x'"]
  it.each(withBody.filter(([, { csvBody, bodyOptional }]) => !csvBody && !bodyOptional))(
    '%s refuses what is no JSON',
    async (...operation) => {
      for (const body of notJson) {
        const reply = await ask(service, operation, { session, body: Buffer.from(body) })
        expect(await problemOf(reply)).toEqual([400, 'validation_failed', expect.stringMatching(/^\$/)])
      }
    },
  )

  it.each(withBody.filter(([, { csvBody }]) => !csvBody))(
    '%s refuses a field that it does not know',
    async (...operation) => {
      expect(await issuesOf(await ask(service, operation, { session, body: { surprise: 1 } }))).toContain(
        '$.surprise unknown_field',
      )
    },
  )

  it.each(withBody.filter(([, { csvBody }]) => !csvBody))('%s rejects another kind of JSON', async (...operation) => {
    for (const body of ['[]', 'null', '1', '"x"']) {
      expect(await problemOf(await ask(service, operation, { session, body }))).toEqual([400, 'validation_failed', '$'])
    }
  })
})

describe('the body of a write that has none', () => {
  // One that came all the same would be thought to have had an effect.
  it.each(withoutBody)('%s rejects one, and does nothing', async (...operation) => {
    expect(await problemOf(await ask(service, operation, { session, body: { surprise: 1 } }))).toEqual([
      400,
      'validation_failed',
      '$.surprise',
    ])
    const other = await ask(service, operation, { session, body: '{', headers: { 'Content-Type': 'text/plain' } })
    expect(await verdictOf(other)).toEqual([415, 'unsupported_media_type'])
    for (const body of ['[]', 'null', '{}}']) {
      expect(await problemOf(await ask(service, operation, { session, body }))).toEqual([400, 'validation_failed', '$'])
    }
    expect(await verdictOf(await ask(service, operation, { session, body: ' '.repeat(2_000_001) }))).toEqual([
      413,
      'payload_too_large',
    ])
    expect((await service.request('GET', '/session', { session })).status).toBe(200)
  })

  it.each(withoutBody)('%s takes none, and takes {}', async (...operation) => {
    for (const body of [undefined, {}]) {
      const own = await service.signIn(101)
      expect(Object.keys(operation[1].replies)).toContain(
        String((await ask(service, operation, { session: own, ...(body && { body }) })).status),
      )
    }
  })
})
