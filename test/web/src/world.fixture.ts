import { existsSync } from 'node:fs'
import { fillDemoCourse } from '@course-grading/dev'
import { findFreePort } from '@course-grading/embedded-postgres'
import { frontendSecret } from '@course-grading/system/frontend-client'
import { registerEssays } from '@course-grading/system/register-essays'
import { startWorld, type SystemWorld, tokenOf } from '@course-grading/system/world'
import { type Browser, chromium, type Page } from 'playwright-core'
import { test } from 'vitest'

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
/** Why no page can be opened here; null if one can. */
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

/** The site, as people reach it. */
export interface Site {
  readonly url: string
  /** Of the boundary behind it. */
  readonly frontendUrl: string
  /** A browser of its own in which a person has signed in. */
  readonly signedIn: (userId: number, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>
  readonly newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>
  /** What browsers reported so far, and requests that left the site. */
  readonly faults: readonly string[]
}

export const it = test
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startWorld()
    onCleanup(world.stop)
    return world
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath: browserPath!, args: flags })
    onCleanup(() => browser.close())
    return browser
  })
  .extend('site', { scope: 'file' }, async ({ world, browser }): Promise<Site> => openSite(world, browser))

async function openSite(world: SystemWorld, browser: Browser): Promise<Site> {
  const frontend = await world.start('frontend-internal')
  await registerEssays(world, [3031, 3032, 3033, 3034, 3036])
  const signal = AbortSignal.timeout(300_000)
  await fillDemoCourse({ simulatorUrl: world.upstream.url, frontendUrl: frontend.url, secret: frontendSecret, signal })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  await world.start('web', { PORT: String(port), PUBLIC_ORIGIN: url, FRONTEND_INTERNAL_URL: frontend.url })
  const faults: string[] = []
  const newPage: Site['newPage'] = async (options) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US', ...options })
    const page = await context.newPage()
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) faults.push(`asks ${request.url()}`)
    })
    page.on('console', (message) => {
      // A browser reports each page that is a problem, and what a sign-out cleared.
      if (!/status of 4\d\d|^Clear-Site-Data/.test(message.text())) faults.push(message.text())
    })
    return page
  }
  return {
    url,
    frontendUrl: frontend.url,
    faults,
    newPage,
    signedIn: async (userId, options) => {
      const page = await newPage(options)
      await page.goto(url)
      await page.getByRole('textbox', { name: 'API token' }).fill(tokenOf(userId))
      await page.getByRole('button', { name: 'Sign in' }).click()
      return page
    },
  }
}
