import type { Rule } from '../rule.ts'

/** Who writes what is frozen for students, exports it for the teacher, or erases it. Nobody reads it but by the view. */
const writers = new Set(
  [
    'assessments/assessment-person-queries',
    'delivery/insert-delivery',
    'feedback/publish-feedback',
    'people/person-tables',
    'rubrics/migration-person-queries',
    'rubrics/plan-migration',
    'rubrics/run-migration',
    'submissions/disowned-work',
    'submissions/submission-person-queries',
  ].map((file) => `libs/data/src/${file}.ts`),
)
const frozen = /\b(?:student_text|published_text)\b/
/** A statement that reads what belongs to the person who asks. */
const ownReading = /statement\(\s*'(?:list|find|read)[A-Za-z]*Own[A-Z]/
const results = /\bcompleted_result\b/

/** What students see comes from the view `student_visible_result`: no statement of theirs reads results by another road. */
export const studentsReadTheView: Rule = (tree) =>
  [...tree]
    .filter(([path]) => /^libs\/data\/src\/.*\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$|\/testing\//.test(path))
    .flatMap(([path, text]) => [
      ...(frozen.test(text) && !writers.has(path)
        ? [`${path}: reads what is frozen for students without the view`]
        : []),
      ...(ownReading.test(text) && results.test(text) ? [`${path}: reads results for students without the view`] : []),
    ])
