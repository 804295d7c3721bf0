import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { lingerAfterReply } from './linger.ts'

/** Node's parser also accepts 2.0, 0.9 or no version, which would be served as HTTP/1; they get the bare status. */
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
