import { readJson } from '@course-grading/domain'
import { UpstreamError } from '../errors.ts'
import type { BodyReader } from './read-reply.ts'

/** Reads a body that is one JSON value, and makes the result of it. */
export function wholeJson<T>(read: (json: unknown) => T): BodyReader<T> {
  return async (body) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    // The rules are those for requests, since what A+ sends is foreign input. JSON.parse alone accepts a million levels, keeps the
    // last of two equal keys, rounds long integers, and accepts what PostgreSQL rejects later.
    const json = readJson(Buffer.concat(chunks))
    if (!json.ok) throw new UpstreamError('not_json')
    return read(json.value)
  }
}
