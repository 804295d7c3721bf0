import type { IncomingMessage } from 'node:http'
import { HttpError } from '../errors/http-error.ts'

const failures = new WeakMap<IncomingMessage, PromiseWithResolvers<never>>()

/** For a request with a body whose application replies if the body never arrives. */
export function followBody(req: IncomingMessage): void {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {}) // nobody may be reading
  failures.set(req, failure)
}

/** Rejects when the rest of the body cannot arrive any more. */
export function bodyFailure(req: IncomingMessage): readonly Promise<never>[] {
  const failure = failures.get(req)
  return failure ? [failure.promise] : []
}

/** Tells whoever reads the body, now or later, the status that the parser or a time limit gives it. False: nobody will reply. */
export function failBody(req: IncomingMessage, status: number): boolean {
  const failure = failures.get(req)
  failure?.reject(reasonOf(status))
  return failure !== undefined
}

function reasonOf(status: number): HttpError {
  if (status === 408) return new HttpError('request_timeout', { closeConnection: true })
  if (status === 413) return new HttpError('payload_too_large', { closeConnection: true })
  const issues = [{ path: '$', code: 'malformed_json', message: 'The body is not valid HTTP.' }] as const
  return new HttpError('validation_failed', { issues, closeConnection: true })
}
