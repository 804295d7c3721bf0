import type { Issue } from '../errors/domain-error.ts'
import { jsonPath } from '../json/json-path.ts'

interface CheckedSnippet {
  readonly text: Readonly<Record<string, string>>
  readonly points: number | null
}

export function snippetIssues({ text, points }: CheckedSnippet, languages: readonly string[]): Issue[] {
  const unknown = Object.keys(text).filter((language) => !languages.includes(language))
  return [
    ...unknown.map((language): Issue => ({
      path: jsonPath(['text', language]),
      code: 'invalid_value',
      message: 'The course does not have this language.',
    })),
    ...(points === null || hasTwoPlaces(points) ? [] : [finePoints]),
  ]
}

const finePoints: Issue = {
  path: '$.points',
  code: 'invalid_value',
  message: 'Must have at most two decimal places.',
}

/** A number with two places is the double that is nearest to its hundredths. */
const hasTwoPlaces = (points: number): boolean => Math.round(points * 100) / 100 === points
