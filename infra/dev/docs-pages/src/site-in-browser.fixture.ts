import { globSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBrowser } from '@course-grading/test-kit/browser'
import type { Browser, Page } from 'playwright-core'
import { root } from './built-site.fixture.ts'

export interface OpenSite {
  readonly url: string
  /** The paths of all pages. */
  readonly paths: readonly string[]
  /** A page of its own, without what others have stored. */
  readonly newPage: (options: Parameters<Browser['newContext']>[0]) => Promise<Page>
  readonly close: () => Promise<void>
}

/** Serves a built site as it is deployed, and opens a browser. */
export async function openSite(folder: string): Promise<OpenSite> {
  const { createSiteServer } = createRequire(import.meta.url)(join(root, 'docs/server/create-site-server.mjs')) as {
    readonly createSiteServer: (folder: string) => Server
  }
  const server = createSiteServer(folder)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await openBrowser()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: globSync('**/index.html', { cwd: join(folder, 'site') }).map(
      (file) => `/${file.replace(/index\.html$/, '')}`,
    ),
    newPage: async (options) => await (await browser.newContext(options)).newPage(),
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a page did that the site must not do: requests to other origins, violations of its policy, failed requests. */
export function watchFaults(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(`asks ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

/** Waits until the page is at rest: making the search is the last thing that it does. */
export async function searchIsReady(page: Page): Promise<void> {
  await page.locator('#starlight__search .pagefind-ui').waitFor({ state: 'attached' })
}
