import type { Issue } from '../errors/domain-error.ts'
import type { PathSegment } from '../json/json-path.ts'
import { checkCriterion } from './criterion-issues.ts'
import type { GivenRubric } from './given-rubric.ts'
import { IssueList } from './issue-list.ts'
import type { RubricDocument } from './rubric-document.ts'
import { rubricLimits } from './rubric-limits.ts'

type RubricReading =
  | { readonly ok: true; readonly document: RubricDocument; readonly text: string }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Reports the issues of all rules at once. `languages` are the course's; `at` is the path in the request; `text` is what is stored. */
export function readRubric(
  given: GivenRubric,
  { languages, at = [] }: { readonly languages: readonly string[]; readonly at?: readonly PathSegment[] },
): RubricReading {
  const list = new IssueList(languages)
  const { maxPoints, startingPoints, criteria } = given
  list.checkText([...at, 'title'], given.title)
  list.checkText([...at, 'description'], given.description)
  list.checkNumber([...at, 'maxPoints'], maxPoints, { min: 0, max: rubricLimits.maxPoints })
  if (maxPoints === 0) list.add([...at, 'maxPoints'], 'too_small', 'Must be more than 0.')
  list.checkNumber([...at, 'startingPoints'], startingPoints, { min: 0, max: maxPoints })
  list.checkCount([...at, 'criteria'], criteria, rubricLimits.criteria)
  list.checkIds([...at, 'criteria'], criteria)
  for (const [index, criterion] of criteria.entries()) checkCriterion(list, [...at, 'criteria', index], criterion)
  const text = JSON.stringify(given)
  if (new TextEncoder().encode(text).length > rubricLimits.documentBytes)
    list.add(at, 'too_large', `The rubric would have more than ${rubricLimits.documentBytes} bytes.`)
  if (list.issues.length > 0) return { ok: false, issues: list.issues }
  // The check has found that each criterion has the members of its kind, and no others.
  return { ok: true, document: given as RubricDocument, text }
}
