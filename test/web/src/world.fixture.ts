import { fillDemoCourse } from '@course-grading/starter'
import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createFrontendTransport, type FrontendTransport } from '@course-grading/frontend-transport'
import { frontendSecret } from '@course-grading/test-system/frontend-client'
import { registerEssays } from '@course-grading/test-system/register-essays'
import { startWorld, type SystemWorld, tokenOf } from '@course-grading/test-system/world'
import { openBrowser } from '@course-grading/test-kit/browser'
import type { Browser, Page } from 'playwright-core'
import { test } from 'vitest'

/** The site, as people reach it. */
export interface Site {
  readonly url: string
  /** Of the boundary behind it. */
  readonly frontendUrl: string
  /** Of the learning platform, whose first page lists people and their courses. */
  readonly platformUrl: string
  /** A browser of its own in which a person has signed in. */
  readonly signedIn: (userId: number, options?: Parameters<Browser['newContext']>[0]) => Promise<Page>
  readonly newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>
  /** What browsers reported so far, and requests that left the site. */
  readonly faults: readonly string[]
  readonly frontend: Restartable
  readonly web: Restartable
}

/** A process that always listens at the same port. */
export interface Restartable {
  readonly url: string
  /** Asks it to end, or kills it, and waits until it has ended. */
  readonly end: (how?: 'SIGINT' | 'SIGKILL') => Promise<void>
  readonly start: () => Promise<void>
  /** Another process of the same public address. */
  readonly startReplica: () => ReturnType<SystemWorld['start']>
}

/** Named, as the type of `it` would be too long to write. */
export interface Teacher extends Session {}
type Session = ReturnType<FrontendTransport['withSession']>

export const it = test
  // What a suite changes at the learning platform before anything reads from it.
  .extend('prepare', { scope: 'file' }, () => (_world: SystemWorld): void => {})
  .extend('world', { scope: 'file' }, async ({ prepare }, { onCleanup }) => {
    const world = await startWorld()
    onCleanup(world.stop)
    prepare(world)
    return world
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('site', { scope: 'file' }, async ({ world, browser }): Promise<Site> => openSite(world, browser))
  // What the boundary says to the teacher of the course.
  .extend('teacher', { scope: 'file' }, async ({ site, world }, { onCleanup }): Promise<Teacher> => {
    const transport = createFrontendTransport({ baseUrl: site.frontendUrl, secret: frontendSecret })
    onCleanup(() => transport.close())
    const { body } = await transport.createSession({ body: { token: tokenOf(101) } })
    // A person has ten sessions: those of browsers end this one last.
    await world.query("UPDATE session SET last_used_at = last_used_at + interval '1 hour' WHERE user_id = 101")
    return transport.withSession(body.sessionId)
  })

/** Says yes where the page asks since another person was signed in. */
export async function signIn(page: Page, siteUrl: string, userId: number): Promise<void> {
  await enterToken(page, siteUrl, userId)
  if (page.url() === `${siteUrl}/signed-in`) await page.locator('[name=answer][value=yes] + button').click()
  await page.waitForURL(`${siteUrl}/`)
}

/** Resolves where that leads to, which may be a question. */
export async function enterToken(page: Page, siteUrl: string, userId: number): Promise<void> {
  await page.goto(`${siteUrl}/sign-in`)
  // Whatever language its name is in.
  await page.getByRole('textbox').fill(tokenOf(userId))
  await page.getByRole('textbox').press('Enter')
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

async function openSite(world: SystemWorld, browser: Browser): Promise<Site> {
  const frontend = await startAtPort(world, 'frontend-internal')
  await registerEssays(world, [3031, 3032, 3033, 3034, 3036])
  const signal = AbortSignal.timeout(300_000)
  await fillDemoCourse({ simulatorUrl: world.upstream.url, frontendUrl: frontend.url, secret: frontendSecret, signal })
  const menu = { key: 'course-grading', secret: 'lti-secret-of-tests-00000000000000' }
  const web = await startAtPort(world, 'web', {
    FRONTEND_INTERNAL_URL: frontend.url,
    LTI_KEY: menu.key,
    LTI_SECRET: menu.secret,
  })
  const { url } = web
  world.upstream.menu = { ...menu, launchUrl: `${url}/lti/launch?menu=3` }
  const faults: string[] = []
  const newPage: Site['newPage'] = async (options) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US', ...options })
    // Of each tab that is opened in it.
    context.on('request', (request) => {
      // People come from the platform, and links lead there.
      const isOfPlatform = request.isNavigationRequest() && request.url().startsWith(`${world.upstream.url}/`)
      if (!isOfPlatform && !request.url().startsWith(`${url}/`)) faults.push(`asks ${request.url()}`)
    })
    context.on('console', (message) => {
      // A browser reports each page that is a problem, and what a sign-out cleared.
      if (!/status of 4\d\d|^Clear-Site-Data/.test(message.text())) faults.push(message.text())
    })
    return await context.newPage()
  }
  return {
    url,
    frontendUrl: frontend.url,
    platformUrl: world.upstream.url,
    faults,
    frontend,
    web,
    newPage,
    signedIn: async (userId, options) => {
      const page = await newPage(options)
      await signIn(page, url, userId)
      return page
    },
  }
}

async function startAtPort(
  world: SystemWorld,
  program: Parameters<SystemWorld['start']>[0],
  env: Record<string, string> = {},
): Promise<Restartable> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startAt = (PORT: string) => world.start(program, { PORT, PUBLIC_ORIGIN: url, ...env })
  const start = () => startAt(String(port))
  let running = await start()
  return {
    url,
    startReplica: () => startAt('0'),
    async start() {
      running = await start()
    },
    async end(how = 'SIGINT') {
      running.signal(how)
      await running.exited
    },
  }
}
