import type { Context } from 'koa'
import { afterEach, describe, expect, it } from 'vitest'
import { readBody } from '../request/read-body.ts'
import { exchangeRaw } from '../server/raw-client.fixture.ts'
import { nameRoute, requestIdOf } from './request-record.ts'
import { servePages, type ServedPages } from './serve-pages.fixture.ts'

let served: ServedPages | undefined
afterEach(() => served?.close())

describe('an app of pages', () => {
  it.each([
    ['a page', 'GET / HTTP/1.1', '200', '<p>a page</p>'],
    ['what no route replies to', 'GET /nothing HTTP/1.1', '404', '<p>not_found'],
    ['a target that no route gets', 'GET //x HTTP/1.1', '400', '<p>validation_failed'],
    ['an error that nobody foresaw', 'GET /broken HTTP/1.1', '500', '<p>internal'],
  ])('gives %s its header lines and its own body', async (_what, line, status, body) => {
    served = await servePages(page)
    const reply = await exchangeRaw(served.port, `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const header of [
      'X-Own: of /',
      'X-Request-ID: ',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
    ])
      expect(reply).toContain(`\r\n${header}`)
    expect(reply).toContain(`\r\n\r\n${body}`)
  })

  it.each([
    ['no HTTP', 'zz\r\n', '400', 'validation_failed'],
    ['late for the server', '1\r\n', '408', 'request_timeout'],
  ])('gives a form that is %s a page, too', async (_what, form, status, code) => {
    served = await servePages((ctx) => readBody(ctx), 300)
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n'
    const reply = await exchangeRaw(served.port, head + form)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nX-Request-ID: [^]*\r\n\r\n<p>${code} [^<]*</p>$`))
  })

  it('logs and counts a page by the name of its route', async () => {
    served = await servePages(page)
    await exchangeRaw(served.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(served.logLines.find((line) => line.includes('"request"'))).toMatch(/"operation":"home".*"userId":7/)
    expect(await served.metrics()).toContain('operation="home",status_class="2xx"} 1')
  })

  it('reads a form to its exact bytes', async () => {
    served = await servePages(async (ctx) => {
      ctx.body = Buffer.from(await readBody(ctx)).toString('hex')
    })
    const form = 'a=%C3%A4&b='
    const type = 'application/x-www-form-urlencoded'
    const reply = await exchangeRaw(
      served.port,
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    )
    expect(reply).toContain(Buffer.from(form).toString('hex'))
  })
})

function page(ctx: Context): void {
  if (ctx.path === '/broken') throw new Error('canary')
  if (ctx.path !== '/') return
  nameRoute(ctx, 'home')
  requestIdOf(ctx, 7)
  ctx.body = '<p>a page</p>'
}
