import type { RouterContext } from '@koa/router'
import { afterAll, describe, expect, it } from 'vitest'
import { readAssets } from '../deps/assets.ts'
import { replyHeaders } from '../http/reply-headers.ts'
import { writeIslands } from '../islands.fixture.ts'
import { type Page, showPage } from './show-page.tsx'

describe('a page with an island', () => {
  it('loads its script, and what that imports, by the nonce of the policy', () => {
    const { policy, body } = shown({ island: 'grading' })
    const [, nonce] = /script-src 'nonce-([^']+)' 'strict-dynamic'; worker-src 'self';/.exec(policy) ?? []
    expect(body).toContain(`<script type="module" src="/assets/ab12-grading.js" nonce="${nonce}" async></script>`)
    expect(body).toContain(`<link rel="modulepreload" href="/assets/cd34-shared.js" nonce="${nonce}"/>`)
  })

  it('has a nonce of 16 random bytes in each reply', () => {
    const nonces = [1, 2].map(() => /'nonce-([^']+)'/.exec(shown({ island: 'grading' }).policy)?.[1] ?? '')
    expect(new Set(nonces).size).toBe(2)
    expect(nonces.map((nonce) => Buffer.from(nonce, 'base64').length)).toEqual([16, 16])
  })
})

describe('a page without scripts', () => {
  it.each([
    ['one without an island', {}],
    ['one whose island is not built', { island: 'staff' }],
  ] as const)('keeps the policy of all replies: %s', (_what, page) => {
    const { policy, body } = shown(page)
    expect(policy).toBe(replyHeaders['Content-Security-Policy'])
    expect(body).not.toContain('<script')
  })

  it('is what every page is until the islands are built', async () => {
    const unbuilt = await readAssets(new URL('none/', islands.folder))
    expect(shown({ island: 'grading' }, unbuilt).body).not.toContain('<script')
  })
})

const islands = await writeIslands({ 'ab12-grading.js': '', 'cd34-shared.js': '' })
afterAll(islands.remove)
const built = await readAssets(islands.folder)

/** The page as a browser gets it. */
function shown(page: Partial<Page>, assets = built): { readonly policy: string; readonly body: string } {
  const headers = new Map<string, string>()
  const ctx = {
    method: 'GET',
    url: '/',
    body: '',
    acceptsLanguages: () => 'en',
    cookies: new Map(),
    set: headers.set.bind(headers),
  }
  showPage(
    ctx as unknown as RouterContext,
    { assets, config: { TIME_ZONE: 'UTC', PUBLIC_ORIGIN: 'https://web.example' } },
    null,
    {
      title: 'A page',
      content: null,
      ...page,
    },
  )
  return { policy: headers.get('Content-Security-Policy') ?? '', body: ctx.body }
}
