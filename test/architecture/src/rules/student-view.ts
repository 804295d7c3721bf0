import type { Rule } from '../rule.ts'
import { schemaFile, schemaParts } from '../schema-parts.ts'

/**
 * Statements that write what is frozen for students, export it for the teacher, or erase it. All others read it only by the
 * view.
 */
const writers = new Set(
  [
    'assessments/assessment-person-queries',
    'assessments/complete-assessment',
    'feedback/publish-feedback',
    'people/disown-work',
    'people/person-tables',
    'rubrics/migration-person-queries',
    'rubrics/plan-migration',
    'rubrics/run-migration',
    'submissions/submission-person-queries',
  ].map((file) => `libs/data/src/${file}.ts`),
)
const frozen = /\b(?:student_text|published_text)\b/
/** A statement that reads what belongs to the caller. */
const ownReading = /statement\(\s*'(?:list|find|read)[A-Za-z]*Own[A-Z]/
const results = /\bcompleted_result\b/

/** What students see comes from the view `student_visible_result`: no statement of theirs reads results in another way. */
export const studentsReadTheView: Rule = (tree) => [
  ...[...schemaParts(tree.get(schemaFile) ?? '').views]
    .filter(
      ([view, text]) =>
        view === 'submission_for_student' && /\b(?:completed_result|staff_state|known\.state)\b/.test(text),
    )
    .map(([view]) => `${schemaFile}, ${view}: reads results for students without the view`),
  ...[...tree]
    .filter(([path]) => /^libs\/data\/src\/.*\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$|\/testing\//.test(path))
    .flatMap(([path, text]) => [
      ...(frozen.test(text) && !writers.has(path)
        ? [`${path}: reads what is frozen for students without the view`]
        : []),
      ...(ownReading.test(text) && results.test(text) ? [`${path}: reads results for students without the view`] : []),
    ]),
]
