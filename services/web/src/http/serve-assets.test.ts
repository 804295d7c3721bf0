import { afterAll, describe, expect, it } from 'vitest'
import { writeIslands } from '../islands.fixture.ts'
import { openTestWeb } from '../web.fixture.ts'

const islands = await writeIslands({ 'ab12-grading.js': 'plain text' })
afterAll(islands.remove)
const { ask } = await openTestWeb(islands.folder)
const script = '/assets/ab12-grading.js'

describe('a script of an island', () => {
  it('is served for good as a module of JavaScript', async () => {
    const { status, headers, text } = await ask(script)
    expect([status, text]).toEqual([200, 'plain text'])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'plain text, br'],
    ['gzip', 'gzip', 'plain text, gz'],
    ['br;q=0, gzip', 'gzip', 'plain text, gz'],
    ['zstd', undefined, 'plain text'],
    ['', undefined, 'plain text'],
  ])('is sent to a browser that takes %j in the coding %s', async (accepted, coding, content) => {
    const { headers, text } = await ask(script, { headers: { 'Accept-Encoding': accepted } })
    expect([headers['content-encoding'], headers.vary, text]).toEqual([coding, 'Accept-Encoding', content])
  })

  it('that is not built is not there', async () => {
    expect((await ask('/assets/ab12-staff.js')).status).toBe(404)
  })
})

describe('the style sheet', () => {
  it('is compressed', async () => {
    const [, path = ''] = /href="(\/assets\/[^"]+\.css)"/.exec((await ask('/sign-in')).text) ?? []
    const { headers } = await ask(path, { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  })
})
