import { type JsonText, jsonText } from '@course-grading/contracts/operation/reply'
import type { Rubric } from '@course-grading/contracts/rubrics/rubric'
import type { StoredRubric } from '@course-grading/data/rubrics/rubric-queries'

/** Documents of a rubric are sent as they were stored. */
export function rubricReply({ draft, latest, ...head }: StoredRubric): {
  readonly body: JsonText<Rubric>
  readonly revision: number
} {
  const members = JSON.stringify(head).slice(1, -1)
  const body = `{${members},"draft":${draft ?? 'null'},"latest":${latest ?? 'null'}}`
  return { body: jsonText<Rubric>(body), revision: head.revision }
}
