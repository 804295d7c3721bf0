import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { apiRoutes } from './api-routes.ts'
import { serveControl } from './control/serve-control.ts'
import { isTemplatePath, serveTemplate } from './exercise-templates/serve-template.ts'
import { Faults } from './faults/faults.ts'
import type { FakeUpstream } from './fake-upstream.ts'
import { type Outcome, replyTo } from './reply-to-request.ts'
import { splitTarget, type ApiRequest } from './http/api-request.ts'
import { Exchange, type ExchangeHost } from './exchange.ts'
import type { SubmissionEvent } from './world/submission-event.ts'
import { Router } from './http/router.ts'
import { Journal } from './journal/journal.ts'
import { reviewSubmission } from './submissions/review-submission.ts'
import { ManualGrader, type ManualGraderOptions } from './manual-grader/manual-grader.ts'
import { menuOperationOf, serveMenuLink } from './menu-link/serve-menu-link.ts'
import type { MenuService } from './menu-link/sign-launch.ts'
import { demoWorld } from './world/demo-world.ts'
import type { World } from './world/world.ts'

/**
 * @param options.port a free one if left out. `world` is the demo world if left out. `url` is what others call it, if that is not
 * its host and port. `menu` is the service that all courses have in their menus.
 */
export async function startFakeUpstream(
  options: {
    port?: number
    host?: string
    url?: string
    world?: World
    manualGrader?: ManualGraderOptions
    menu?: MenuService
  } = {},
): Promise<FakeUpstream> {
  const world = options.world ?? demoWorld()
  const journal = new Journal()
  const faults = new Faults()
  const listeners = new Set<(event: SubmissionEvent) => void>()
  const manualGrader = options.manualGrader === undefined ? null : new ManualGrader(world, options.manualGrader)
  if (manualGrader !== null) listeners.add((event) => manualGrader.onSubmissionEvent(event))
  const router = new Router(apiRoutes)
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 })
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = options.url ?? `http://${host}:${port}`

  const announce = (event: SubmissionEvent): void => listeners.forEach((listener) => listener(event))
  const upstream: FakeUpstream = {
    url,
    port,
    world,
    journal,
    faults,
    manualGrader,
    menu: options.menu ?? null,
    submissionUrl: (submissionId) => `${url}${world.submissionUrlPath(submissionId)}`,
    review: (submissionId, review) => reviewSubmission(world, world.submission(submissionId), review),
    onSubmission: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => {
      manualGrader?.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  const exchangeHost: ExchangeHost = {
    url,
    journal,
    faults,
    operationOf: (method, path) =>
      isTemplatePath(path)
        ? 'readTemplate'
        : (menuOperationOf(method, path) ?? router.match(method, path)?.route?.operation ?? null),
    work: async (request: ApiRequest): Promise<Outcome> => {
      const page = serveTemplate(world, request.path) ?? serveMenuLink(world, url, upstream.menu, request)
      return page === null ? replyTo(router, world, request, announce) : { reply: page, userId: null, crash: null }
    },
  }
  server.on('request', (message, response) => {
    const serve = splitTarget(message.url ?? '/').path.startsWith('/__sim/')
      ? serveControl(upstream, message, response)
      : new Exchange(exchangeHost, message, response).serve()
    serve.catch(() => response.destroy())
  })
  return upstream
}
