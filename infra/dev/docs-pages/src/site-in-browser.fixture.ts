import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildSite, installSiteTools } from './build-site.ts'

export const root = resolve(import.meta.dirname, '../../../..')

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
/** Why the site cannot be opened here; null if it can. */
export const whyNoBrowser = browserPath === undefined ? 'Chromium is not installed (Debian: chromium)' : null

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface OpenSite {
  readonly url: string
  /** The paths of all pages. */
  readonly paths: readonly string[]
  readonly newContext: (options: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>
  readonly close: () => Promise<void>
}

/** Builds the site, serves it as it is deployed, and opens a browser. */
export async function openSite(): Promise<OpenSite> {
  installSiteTools(root)
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  buildSite(root, folder)
  const { createSiteServer } = createRequire(import.meta.url)(join(root, 'docs/server/create-site-server.mjs')) as {
    readonly createSiteServer: (folder: string) => Server
  }
  const server = createSiteServer(folder)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await chromium.launch({ executablePath: browserPath!, args: flags })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: globSync('**/index.html', { cwd: join(folder, 'site') }).map(
      (file) => `/${file.replace(/index\.html$/, '')}`,
    ),
    newContext: (options) => browser.newContext(options),
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
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
