import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, storedOf, typedBy } from './grading.fixture.ts'
import { it as onSite } from './world.fixture.ts'

// Another port of one host is another origin of the same site: the browser sends its cookies along.
describeInBrowser('a form of another origin', () => {
  it('cannot sign a person out', async ({ site, other }) => {
    const page = await site.signedIn(103)
    expect(await sendFrom(page, other, `${site.url}/sign-out`, {})).toBe(403)
    await page.goto(site.url)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('My courses')
    await page.context().close()
  })

  it('cannot choose how pages look', async ({ site, other }) => {
    const page = await site.signedIn(103)
    expect(await sendFrom(page, other, `${site.url}/preferences`, { theme: 'dark', locale: 'fi', to: '/' })).toBe(403)
    await page.goto(site.url)
    expect(await page.evaluate('document.documentElement.outerHTML.slice(0, 40)')).toContain(
      'lang="en" data-theme="system"',
    )
    await page.context().close()
  })

  it('cannot write what is graded', async ({ site, other, teacher }) => {
    const page = await typedBy(site, 103, 'Mine.')
    await press(page, 'Save')
    const before = await storedOf(page, teacher)
    const drawn = await page.locator('[name=drawn]').inputValue()
    for (const action of ['save', 'complete', 'handBack'])
      expect(await sendFrom(page, other, `${site.url}/grade/${before.id}`, { drawn, body: 'Theirs.', action })).toBe(
        403,
      )
    expect(await storedOf(page, teacher)).toEqual(before)
    await page.context().close()
  })

  it('cannot sign a person in', async ({ site, other }) => {
    const page = await site.newPage()
    expect(await sendFrom(page, other, `${site.url}/sign-in`, { token: '0066'.repeat(10) })).toBe(403)
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  })
})

describeInBrowser('a page of the site', () => {
  it('is drawn in no frame of another origin', async ({ site, other }) => {
    const page = await site.signedIn(103)
    await page.goto(other(`<iframe src="${site.url}/"></iframe>`))
    expect(page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    await page.context().close()
  })

  it('keeps its session in a cookie that no script reads and no other site sends along with a form', async ({
    site,
  }) => {
    const page = await site.signedIn(103, { javaScriptEnabled: true })
    const common = { httpOnly: true, sameSite: 'Lax', path: '/', domain: '127.0.0.1' }
    expect(await page.context().cookies()).toMatchObject([
      { name: 'session', ...common, expires: -1 },
      { name: 'person', value: '103', ...common },
    ])
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.context().close()
  })
})

/** The address of a page of another origin that has this content. */
type OtherOrigin = (html: string) => string

/** The status that a form gets which a page of another origin has, with the session of the person. */
async function sendFrom(
  page: Page,
  other: OtherOrigin,
  action: string,
  fields: Record<string, string>,
): Promise<number> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${name}" value="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`,
  )
  await page.goto(other(`<form method="post" action="${action}">${inputs.join('')}<button>Win a prize</button></form>`))
  const reply = page.waitForResponse((each) => each.request().method() === 'POST')
  await press(page, 'Win a prize')
  return (await reply).status()
}

const it = onSite.extend('other', { scope: 'file' }, async ({}, { onCleanup }): Promise<OtherOrigin> => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(new URL(request.url ?? '', 'http://other.invalid').searchParams.get('html'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (html) => `http://127.0.0.1:${port}/?${new URLSearchParams({ html })}`
})
