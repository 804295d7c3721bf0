import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { isAccessible } from './is-accessible.ts'
import { it as onWorld } from './world.fixture.ts'

describeInBrowser('the menu link of the simulated learning platform', () => {
  it('has pages that keep nobody out', async ({ world, browser }) => {
    const page = await browser.newPage()
    // At a reply without content the page stays.
    await page.route('**/lti/launch*', (route) => route.fulfill({ status: 204 }))
    await page.goto(world.upstream.url)
    await isAccessible(page)
    await page.getByRole('button', { name: 'Programming 1' }).first().click()
    await page.getByRole('button', { name: 'Open Course grading' }).waitFor()
    await isAccessible(page)
    await page.close()
  })

  it.for([true, false])(
    'sends what it signed, and not where it comes from (scripts: %s)',
    async (scripts, { world, browser, service }) => {
      const page = await browser.newPage({ javaScriptEnabled: scripts })
      await page.goto(world.upstream.url)
      await page.getByRole('listitem').filter({ hasText: 'Äiju Kuvitteellinen 10' }).getByRole('button').first().click()
      if (!scripts) await page.getByRole('button', { name: 'Open Course grading' }).click()
      await page.waitForURL(/\/lti\/launch/)
      const { headers, body } = service.launches.at(-1)!
      expect([headers.origin, headers.referer]).toEqual(['null', undefined])
      expect(body).toMatchObject({
        lis_person_name_full: 'Äiju Kuvitteellinen 10',
        oauth_signature: expect.any(String),
      })
      await page.close()
    },
  )

  it('leads back to the people from the service', async ({ world, browser }) => {
    const page = await browser.newPage()
    await page.goto(world.upstream.url)
    await page.getByRole('button', { name: 'Programming 1' }).first().click()
    await page.waitForURL(/\/lti\/launch/)
    await page.goBack()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('A+ simulator')
    await page.close()
  })
})

interface Service {
  readonly launches: { readonly headers: IncomingHttpHeaders; readonly body: Record<string, string> }[]
}

/** Stands where the web frontend does, in the menus of all courses. */
const it = onWorld.extend(
  'service',
  { scope: 'file', auto: true },
  async ({ world }, { onCleanup }): Promise<Service> => {
    const launches: Service['launches'] = []
    const server = createServer(async (request, response) => {
      if (request.method === 'POST')
        launches.push({
          headers: request.headers,
          body: Object.fromEntries(new URLSearchParams(await text(request))),
        })
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    onCleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    world.upstream.menu = { key: 'key', secret: 'secret', launchUrl: `http://127.0.0.1:${port}/lti/launch?from=menu` }
    return { launches }
  },
)
