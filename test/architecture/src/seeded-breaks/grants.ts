import type { SeededBreak } from './seeded-break.ts'

/** Violations of the rules on the rights of database roles. */
export const grantsBreaks: readonly SeededBreak[] = [
  {
    rule: 'studentsReadTheView',
    of: 'a frozen text that is read from its table',
    says: 'libs/data/src/feedback/latest.ts: reads what is frozen for students without the view',
    changes: { 'libs/data/src/feedback/latest.ts': "export const x = 'SELECT student_text FROM completed_result'\n" },
  },
  {
    rule: 'studentsReadTheView',
    of: 'points for students from the table of results',
    says: 'libs/data/src/feedback/own.ts: reads results for students without the view',
    changes: {
      'libs/data/src/feedback/own.ts':
        "const x = statement('listOwnPoints', row)\nexport const y = 'SELECT points FROM completed_result'\n",
    },
  },
  {
    rule: 'grantsAreUsed',
    of: 'a right that no statement uses',
    says: 'public_api is granted DELETE course, which no statement of services/public-api uses',
    changes: withStatement('GRANT DELETE, SELECT ON course TO public_api;', 'SELECT course.id FROM course'),
  },
  {
    rule: 'grantsAreUsed',
    of: 'a right that everybody has',
    says: 'SELECT of course is granted to PUBLIC, which is not a service',
    changes: withStatement(
      'GRANT SELECT ON course TO public_api;\nGRANT SELECT ON course TO PUBLIC;',
      'SELECT course.id FROM course',
    ),
  },
  {
    rule: 'grantsAreUsed',
    of: 'a statement without its right',
    says: 'public_api is not granted UPDATE course, which a statement of services/public-api uses',
    changes: withStatement('GRANT SELECT ON course TO public_api;', 'SELECT course.id FROM course FOR UPDATE'),
  },
  {
    rule: 'grantsAreUsed',
    of: "a right that another service's statement of the same file uses",
    says: 'public_api is granted INSERT course, which no',
    changes: withStatement(
      'GRANT INSERT, SELECT ON course TO public_api;',
      'SELECT course.id FROM course',
      'export const other = sql`INSERT INTO course (id) VALUES (1)`',
    ),
  },
  {
    rule: 'grantsAreUsed',
    of: 'what a trigger does with the rights of the writer',
    says: 'public_api is not granted DELETE course_log, which',
    changes: withStatement(
      `CREATE TABLE course_log (
);
GRANT INSERT ON course TO public_api;
CREATE TRIGGER course__log BEFORE INSERT ON public.course FOR EACH ROW EXECUTE FUNCTION course__log();
CREATE OR REPLACE FUNCTION public.course__log()
AS $function$
BEGIN
  DELETE FROM course_log;
END
$function$;`,
      'INSERT INTO course (id) VALUES (1)',
    ),
  },
]

/** A service that reaches one statement of libs/data, and the rights that its role has. */
function withStatement(grants: string, statement: string, beside = ''): Record<string, string> {
  return {
    'libs/data/schema.sql': `CREATE TABLE course (\n);\n${grants}\n`,
    'libs/data/src/courses/course-queries.ts': `const find = sql\`${statement}\`\nexport const findCourse = () => find\n${beside}\n`,
    'services/public-api/src/main.ts':
      "import { findCourse } from '@course-grading/data/courses/course-queries'\nfindCourse()\n",
  }
}
