import type { RequestListener } from 'node:http'

/** Matches scheme and authority of an absolute form. User information is no part of an HTTP address (RFC 9110, 4.2.4). */
const absoluteFormStart = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/i

/** Turns `GET http://host/path` (RFC 9112, 3.2.2) into `GET /path`. Every authority that leads here names this server. */
export function inOriginForm(listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '')
    listener(request, response)
  }
}

export function originForm(target: string): string {
  const [start] = absoluteFormStart.exec(target) ?? []
  if (start === undefined) return target
  const rest = target.slice(start.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
