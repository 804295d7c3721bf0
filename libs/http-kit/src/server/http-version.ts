import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { lingerAfterReply } from './linger.ts'

/**
 * Passes on only requests of HTTP/1.0 and 1.1. Node's parser also accepts a request line that says 2.0, 0.9 or no version at
 * all, and such a request would be served as if it were HTTP/1. It is rejected with the bare status, like what the parser
 * itself rejects.
 */
export function onlyHttp1(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersionMajor === 1) listener(request, response)
    else endWith(request.httpVersionMajor > 1 ? 505 : 400, request, response)
  }
}

/** Replies through the response and not the socket, so that replies to earlier requests on the connection come first. */
function endWith(status: number, request: IncomingMessage, response: ServerResponse): void {
  lingerAfterReply(request)
  response.shouldKeepAlive = false
  response.sendDate = false
  for (const name of ['Content-Length', 'Transfer-Encoding']) response.removeHeader(name) // Node adds neither once it was removed
  response.writeHead(status, { Connection: 'close' }).end()
}
