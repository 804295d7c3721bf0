import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

/** A reader who sends half a request keeps a connection for so long. */
export const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 }

/** Files whose names change with their content. */
const hashed = '/_astro/'

/**
 * Serves a built site: `<folder>/site` with the policy in `<folder>/policy.txt`. Unknown paths get the site's own page for that,
 * with 404; methods other than GET and HEAD 405. What `replyFirst` replies to is no page of the site.
 */
export function createSiteServer(folder, replyFirst = () => false) {
  const policy = readFileSync(join(folder, 'policy.txt'), 'utf8')
  const notFound = readFileSync(join(folder, 'site/404.html'))
  const protect = (reply) => {
    reply.setHeader('Content-Security-Policy', policy)
    reply.setHeader('X-Content-Type-Options', 'nosniff')
    reply.setHeader('Referrer-Policy', 'no-referrer')
    reply.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    reply.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
  }
  const serve = sirv(join(folder, 'site'), {
    etag: true,
    setHeaders: (reply, path) => {
      protect(reply)
      reply.setHeader('Cache-Control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return createServer(limits, (request, reply) => {
    if (replyFirst(request, reply)) return
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      protect(reply)
      reply.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    serve(request, reply, () => {
      protect(reply)
      reply.writeHead(404, {
        'Content-Type': 'text/html;charset=utf-8',
        'Content-Length': notFound.length,
        'Cache-Control': 'no-cache',
      })
      reply.end(request.method === 'HEAD' ? undefined : notFound)
    })
  })
}
