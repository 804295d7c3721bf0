import type { JsonTextRules } from '@course-grading/domain/json/json-text'
import { readJson } from '@course-grading/domain/json/read-json'
import { UpstreamError } from '../call/upstream-error.ts'
import type { ReplyReader } from './read-reply.ts'

export function wholeJson<T>(read: (json: unknown) => T, rules: JsonTextRules = {}): ReplyReader<T> {
  // By the rules for requests: JSON.parse accepts a million levels and what PostgreSQL rejects, keeps the last of equal keys, rounds long integers.
  const whole = (bytes: Uint8Array): T => {
    const json = readJson(bytes, rules)
    if (!json.ok) throw new UpstreamError('not_json')
    return read(json.value)
  }
  return { whole }
}
