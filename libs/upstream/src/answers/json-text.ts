import { scanJsonText } from '@course-grading/domain'
import { UpstreamError } from '../errors.ts'

/**
 * Parses an answer by the rules that hold for requests too: what A+ says is foreign input. `JSON.parse` alone takes a
 * million levels, keeps the last of two equal keys, rounds long integers, and lets through what PostgreSQL refuses later.
 * Throws `not_json`.
 */
export const parseJsonText = (text: string): unknown => {
  if (scanJsonText(text).verdict !== 'ok') throw new UpstreamError('not_json')
  return JSON.parse(text)
}
