import { languagesOfOthers, type SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import { texts } from '../db/sql-arrays.ts'

/** Whether a restriction admits a language, which may be NULL; null for no restriction. */
export function isForLanguages(
  language: FragmentSqlToken,
  restriction: Pick<SubmissionRestriction, 'languages' | 'courseLanguages'> | null,
): FragmentSqlToken {
  const others = restriction === null ? [] : languagesOfOthers(restriction)
  return sql.fragment`coalesce(${language} <> ALL (${texts(others)}), TRUE)`
}
