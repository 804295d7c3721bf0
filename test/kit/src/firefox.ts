import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe } from 'vitest'

interface Tab {
  readonly context: string
}

/** Something on a page, by its role and accessible name. */
export type Named = readonly [role: string, name: string]

export interface Firefox {
  readonly newTab: () => Promise<Tab>
  readonly goTo: (tab: Tab, url: string) => Promise<void>
  readonly close: (tab: Tab) => Promise<void>
  /** Opens the tab again that was closed last, with the texts that the browser kept of its fields. */
  readonly undoCloseTab: () => Promise<Tab>
  readonly urlOf: (tab: Tab) => Promise<string>
  readonly textOf: (tab: Tab) => Promise<string>
  readonly count: (tab: Tab, what: Named) => Promise<number>
  readonly click: (tab: Tab, what: Named) => Promise<void>
  /** Types in the place of all that stands there. */
  readonly fill: (tab: Tab, what: Named, text: string) => Promise<void>
  /** Unfolds everything, as without a script a click on each title does. */
  readonly openFolded: (tab: Tab) => Promise<void>
  readonly valueOf: (tab: Tab, what: Named) => Promise<string>
  /** Some requests fail, until the result is called. */
  readonly fail: (isFailed: (path: string) => boolean) => Promise<() => Promise<void>>
  /** Once it has kept what stands in its tabs it is killed, and begins again with them. Resolves to the one at the address. */
  readonly restoreSession: (url: string) => Promise<Tab>
  readonly end: () => Promise<void>
}

interface Connection {
  readonly send: (method: string, params?: object) => Promise<Result>
  readonly onEvent: (hear: Hear) => void
}

/** The members of results that are read here, each of the command that has it. */
interface Result extends Tab {
  readonly contexts: readonly (Tab & { readonly url: string })[]
  readonly nodes: readonly Node[]
  readonly type: 'success' | 'exception'
  readonly result: { readonly value: string }
  readonly exceptionDetails: { readonly text: string }
  readonly intercept: string
}

interface Node {
  readonly sharedId: string
}

interface Answer {
  readonly type: 'event' | 'error' | 'success'
  readonly id: number
  readonly result: Result
  readonly error: string
  readonly message: string
}

type Hear = (event: {
  readonly method: string
  readonly params: { readonly isBlocked: boolean; readonly request: { readonly request: string; readonly url: string } }
}) => void

/** It begins with the tabs that it had, and loads each of them: what WebDriver prefers otherwise yields to these. */
const preferencesOfSessions = {
  'browser.startup.page': 3,
  'browser.sessionstore.resume_from_crash': true,
  'browser.sessionstore.restore_on_demand': false,
}

const path = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((place) => existsSync(place))

/** Firefox of the machine, by WebDriver BiDi: playwright-core drives builds of its own alone. Whoever opens it ends it. */
export async function openFirefox(preferences: Readonly<Record<string, boolean | number>>): Promise<Firefox> {
  const folder = await mkdtemp(join(tmpdir(), 'firefox-'))
  const lines = Object.entries({ ...preferencesOfSessions, ...preferences })
  const prefs = lines.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  await writeFile(join(folder, 'user.js'), prefs.join(''))
  let running = await start(folder)
  const send: Connection['send'] = (...command) => running.send(...command)

  /** In a sandbox, which also works where scripts of pages are switched off. */
  const call = async ({ context }: Tab, functionDeclaration: string, ...args: object[]): Promise<string> => {
    const target = { context, sandbox: 'tests' }
    const asked = { target, functionDeclaration, arguments: args, awaitPromise: true }
    const { type, result, exceptionDetails } = await send('script.callFunction', asked)
    if (type !== 'success') throw new Error(exceptionDetails.text)
    return result.value
  }
  const find = async ({ context }: Tab, [role, name]: Named): Promise<readonly Node[]> => {
    const locator = { type: 'accessibility', value: { role, name } }
    return (await send('browsingContext.locateNodes', { context, locator })).nodes
  }
  const first = async (tab: Tab, what: Named): Promise<Node> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const [found] = await find(tab, what)
      if (found !== undefined) return { sharedId: found.sharedId }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no ${what.join(' ')}`)
  }
  const press = async ({ context }: Tab, keys: readonly string[]): Promise<void> => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  const tabs = async () => (await send('browsingContext.getTree')).contexts
  /** Runs as a part of the browser itself. */
  const inWindow = async (expression: string): Promise<void> => {
    const { contexts } = await send('browsingContext.getTree', { 'moz:scope': 'chrome' })
    await send('script.evaluate', { target: { context: contexts[0]?.context }, expression, awaitPromise: true })
  }

  return {
    newTab: () => send('browsingContext.create', { type: 'tab' }),
    async goTo({ context }, url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async close({ context }) {
      await send('browsingContext.close', { context })
    },
    async undoCloseTab() {
      const before = (await tabs()).map(({ context }) => context)
      await inWindow('void SessionStore.undoCloseTab(window, 0)')
      for (;;) {
        const opened = (await tabs()).find(({ context }) => !before.includes(context))
        if (opened !== undefined) return opened
      }
    },
    urlOf: (tab) => call(tab, '() => location.href'),
    textOf: (tab) => call(tab, '() => document.body.innerText'),
    count: async (tab, what) => (await find(tab, what)).length,
    async click(tab, what) {
      await call(tab, '(element) => element.click()', await first(tab, what))
    },
    async fill(tab, what, text) {
      await call(tab, '(field) => { field.focus(); field.select() }', await first(tab, what))
      await press(tab, [...text])
    },
    async openFolded(tab) {
      await call(tab, "() => document.querySelectorAll('details').forEach((each) => { each.open = true })")
    },
    valueOf: async (tab, what) => await call(tab, '(field) => field.value', await first(tab, what)),
    async fail(isFailed) {
      running.onEvent(({ method, params: { isBlocked, request } }) => {
        if (method !== 'network.beforeRequestSent' || !isBlocked) return
        const { request: id, url } = request
        const answer = isFailed(new URL(url).pathname) ? 'network.failRequest' : 'network.continueRequest'
        // The tab of a request may be closed by then.
        send(answer, { request: id }).catch(() => {})
      })
      await send('session.subscribe', { events: ['network.beforeRequestSent'] })
      const { intercept } = await send('network.addIntercept', { phases: ['beforeRequestSent'] })
      return async () => void (await send('network.removeIntercept', { intercept }))
    },
    async restoreSession(url) {
      await inWindow(`${moduleOf('TabStateFlusher')}.flushWindow(window).then(() => ${moduleOf('SessionSaver')}.run())`)
      await running.kill()
      running = await start(folder)
      for (;;) {
        const restored = (await tabs()).find((tab) => tab.url === url)
        if (restored !== undefined) return restored
      }
    },
    async end() {
      await running.kill()
      // The processes of its tabs notice that it has ended, and end then.
      await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

const moduleOf = (name: string): string =>
  `ChromeUtils.importESModule('resource:///modules/sessionstore/${name}.sys.mjs').${name}`

interface Running extends Connection {
  readonly kill: () => Promise<void>
}

async function start(folder: string): Promise<Running> {
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--remote-allow-system-access']
  const child = spawn(path!, [...flags, '--profile', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, LANG: 'en_US.UTF-8' },
  })
  const ended = once(child, 'exit')
  const connection = await connect(await addressIn(child.stderr))
  await connection.send('session.new', { capabilities: {} })
  return {
    ...connection,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function addressIn(errors: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(errors)) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address === undefined) continue
    errors.resume()
    return `${address}/session`
  }
  throw new Error('Firefox has ended')
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<Result>>()
  let hear: Hear = () => {}
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Parameters<Hear>[0] & Answer
    if (message.type === 'event') return hear(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'error') asked?.reject(new Error(`${message.error}: ${message.message}`))
    else asked?.resolve(message.result)
  })
  let id = 0
  return {
    async send(method, params = {}) {
      id += 1
      const asked = Promise.withResolvers<Result>()
      waiting.set(id, asked)
      socket.send(JSON.stringify({ id, method, params }))
      return await asked.promise
    },
    onEvent(next) {
      hear = next
    },
  }
}

/** A suite that is left out, and says so, where there is no Firefox. */
export function describeInFirefox(name: string, suite: () => void): void {
  const isLeftOut = path === undefined
  const title = isLeftOut ? `${name} (left out: there is no Firefox, in Debian: firefox-esr)` : name
  describe.skipIf(isLeftOut)(title, () => {
    suite()
  })
}
