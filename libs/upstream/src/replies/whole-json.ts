import type { JsonTextRules } from '@course-grading/domain/json/json-text'
import { readJson } from '@course-grading/domain/json/read-json'
import { UpstreamError } from '../call/upstream-error.ts'
import type { ReplyReader } from './read-reply.ts'

export function wholeJson<T>(read: (json: unknown) => T, rules: JsonTextRules = {}): ReplyReader<T> {
  // Read by the rules for requests, since replies of A+ are foreign input: JSON.parse accepts a million levels, keeps the last of two equal
  // keys, rounds long integers, and accepts what PostgreSQL rejects.
  const whole = (bytes: Uint8Array): T => {
    const json = readJson(bytes, rules)
    if (!json.ok) throw new UpstreamError('not_json')
    return read(json.value)
  }
  return { whole }
}
