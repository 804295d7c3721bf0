import { type Reply, htmlPage, jsonReply } from './reply.ts'

/** An error reply. It may be thrown anywhere while a request is handled. */
export class HttpError extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

function detail(status: number, text: string, headers: Record<string, string> = {}): HttpError {
  return new HttpError(jsonReply({ detail: text }, status, headers))
}

export const unauthorized = (text = 'Authentication credentials were not provided.'): HttpError =>
  detail(401, text, { 'WWW-Authenticate': 'Token' })

export const forbidden = (text = 'You do not have permission to perform this action.'): HttpError => detail(403, text)

export const notFound = (text = 'Not found.'): HttpError => detail(404, text)

export const noSuch = (model: 'UserProfile' | 'BaseExercise' | 'SubmittedFile'): HttpError =>
  notFound(`No ${model} matches the given query.`)

export const methodNotAllowed = (method: string): HttpError => detail(405, `Method "${method}" not allowed.`)

export const notAcceptable = (): HttpError => detail(406, 'Could not satisfy the request Accept header.')

/** An unhandled exception of A+, which is an HTML page. */
export const serverCrash = (): HttpError => new HttpError(htmlPage(500, 'Server Error (500)'))
