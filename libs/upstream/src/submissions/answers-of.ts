import { UpstreamError } from '../call/upstream-error.ts'

/** Null and the empty text (a teacher's submission) have no answers. Values may be no texts if a program fills the exercise in. */
export function answersOf(submissionData: unknown): [key: string, value: string][] {
  if (submissionData === null || submissionData === '') return []
  if (!Array.isArray(submissionData)) throw new UpstreamError('schema')
  return submissionData.map((pair: unknown): [string, string] => {
    // An invalid pair is not left out, since that answer would look as if it had not been given.
    if (!Array.isArray(pair) || pair.length !== 2) throw new UpstreamError('schema')
    return [textOf(pair[0]), textOf(pair[1])]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}
