import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

describe('getOpenApiDocument', () => {
  it('replies with the committed document, byte for byte, without a token', async () => {
    const reply = await fetch(`${service.url}/api/v1/openapi.json`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300')
    const committed = readFileSync(
      new URL('../../../../libs/contracts/openapi/public-v1.json', import.meta.url),
      'utf8',
    )
    expect(await reply.text()).toBe(committed)
  })

  it('replies 304 to a client that has the document', async () => {
    const etag = (await fetch(`${service.url}/api/v1/openapi.json`)).headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect((await fetch(`${service.url}/api/v1/openapi.json`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  it('rejects other methods', async () => {
    const reply = await fetch(`${service.url}/api/v1/openapi.json`, { method: 'DELETE' })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('GET, HEAD')
  })

  it('rejects ambiguous requests', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write('GET //elsewhere.example/api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body!)).toMatchObject({ error: { code: 'validation_failed', issues: [{ path: '$.target' }] } })
  })

  it.each(['/', '/api/v1', '/api/v2/openapi.json', '/api/v1/openapi.json/', '/API/V1/openapi.json'])(
    'replies 404 at %s',
    async (path) => {
      const reply = await fetch(service.url + path)
      expect(reply.status).toBe(404)
      expect(await reply.json()).toMatchObject({ error: { code: 'not_found', issues: [] } })
    },
  )
})
