import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const openOf = new WeakMap<Server, Set<ServerResponse>>()

/**
 * The answers of a server that are not over yet, whoever asks: kept once, since each listener more on each answer costs a
 * read a hundredth of its CPU. To be called first before the server's first request.
 */
export function openAnswers(server: Server): ReadonlySet<ServerResponse> {
  const known = openOf.get(server)
  if (known) return known
  const open = new Set<ServerResponse>()
  openOf.set(server, open)
  const track = (_request: IncomingMessage, response: ServerResponse): void => {
    open.add(response)
    response.once('close', () => open.delete(response))
  }
  server.prependListener('request', track)
  server.prependListener('checkContinue', track)
  return open
}
