import { type Reply, htmlPage, jsonReply } from './reply.ts'

/** Thrown anywhere on the way of a request; its reply is sent. */
export class Refusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

function detail(status: number, text: string, headers: Record<string, string> = {}): Refusal {
  return new Refusal(jsonReply({ detail: text }, status, headers))
}

export const unauthorized = (text = 'Authentication credentials were not provided.'): Refusal =>
  detail(401, text, { 'WWW-Authenticate': 'Token' })

export const forbidden = (text = 'You do not have permission to perform this action.'): Refusal => detail(403, text)

export const notFound = (text = 'Not found.'): Refusal => detail(404, text)

export const noSuch = (model: 'UserProfile' | 'BaseExercise' | 'UserTag' | 'UserTagging' | 'SubmittedFile'): Refusal =>
  notFound(`No ${model} matches the given query.`)

export const methodNotAllowed = (method: string): Refusal => detail(405, `Method "${method}" not allowed.`)

export const notAcceptable = (): Refusal => detail(406, 'Could not satisfy the request Accept header.')

export const badRequest = (text: string): Refusal => detail(400, text)

export const unsupportedMediaType = (mediaType: string): Refusal =>
  detail(415, `Unsupported media type "${mediaType}" in request.`)

/** An unhandled exception of A+: an HTML page. */
export const serverCrash = (): Refusal => new Refusal(htmlPage(500, 'Server Error (500)'))

export const htmlNotFound = (): Refusal => new Refusal(htmlPage(404, 'Page not found'))
