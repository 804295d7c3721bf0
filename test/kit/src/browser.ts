import { existsSync } from 'node:fs'
import { readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { describe } from 'vitest'

export interface KeptBrowser {
  readonly context: BrowserContext
  /** Ends its process at once, as a crash does. */
  readonly kill: () => Promise<void>
}

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((place) => existsSync(place))

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser of the machine. Whoever opens it closes it. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: path!, args: flags })

/** The same, which keeps in a folder what it knows. */
export async function openKeptBrowser(folder: string): Promise<KeptBrowser> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: path!,
    args: flags,
    locale: 'en-US',
  })
  const session = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const { id } = processInfo.find(({ type }) => type === 'browser')!
  return {
    context,
    async kill() {
      const closed = context.waitForEvent('close')
      const socket = await readlink(join(folder, 'SingletonSocket'))
      process.kill(id, 'SIGKILL')
      await closed
      await rm(dirname(socket), { recursive: true })
    },
  }
}

/** A suite that is left out, and says so, where no page can be opened. */
export function describeInBrowser(name: string, suite: () => void): void {
  const isLeftOut = path === undefined
  const title = isLeftOut ? `${name} (left out: there is no Chromium, in Debian: chromium)` : name
  describe.skipIf(isLeftOut)(title, () => {
    suite()
  })
}

/** What makes a page hard to use: what axe finds, and that it is wider than the window. */
export async function obstaclesOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...(await widthExcessOf(page))]
}

/** A page that is wider than the window has to be moved sideways to be read. */
export async function widthExcessOf(page: Page): Promise<string[]> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return excess > 0 ? [`is ${excess} px too wide`] : []
}
