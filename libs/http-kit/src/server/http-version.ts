import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { lingerAfterReply } from './linger.ts'

/** Node's parser also accepts 2.0, 0.9 and no version, and would serve these requests as HTTP/1; here they get a bare status. */
export function onlyHttp1(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersionMajor === 1) listener(request, response)
    else endWith(request.httpVersionMajor > 1 ? 505 : 400, request, response)
  }
}

/** Replies through the response, not the socket, so that replies to earlier requests of the connection come first. */
function endWith(status: number, request: IncomingMessage, response: ServerResponse): void {
  lingerAfterReply(request)
  response.shouldKeepAlive = false
  response.sendDate = false
  for (const name of ['Content-Length', 'Transfer-Encoding']) response.removeHeader(name) // Node does not add a header that was removed
  response.writeHead(status, { Connection: 'close' }).end()
}
