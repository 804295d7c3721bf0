import type { Issue } from '../errors/domain-error.ts'
import { composeCourseSettings, type CourseSettings, type Grader } from './course-settings.ts'
import { notStaffIssue, type StaffLookUp } from './grader-staff.ts'
import { type GraderColumn, graderCellPath, type GraderRow } from './grader-rows.ts'

export type FoundGrader = number | 'nobody' | 'several'

/** The issues of rows that can be found with only the data of the course; no message quotes the file. */
export function graderRowIssues(current: CourseSettings, rows: readonly GraderRow[]): Issue[] {
  const languages = new Set(current.languages)
  const tags = new Set(current.tags.map((tag) => tag.slug))
  return rows.flatMap((row, index) => [
    ...unknownValues(index, 'languages', row.languages, languages, 'language'),
    ...unknownValues(index, 'feedbackTags', row.feedbackTags ?? [], tags, 'tag'),
    ...unknownValues(index, 'gradingTags', row.gradingTags ?? [], tags, 'tag'),
  ])
}

function unknownValues(
  row: number,
  column: GraderColumn,
  values: readonly string[],
  known: ReadonlySet<string>,
  kind: 'language' | 'tag',
): Issue[] {
  return values.flatMap((value, index) =>
    known.has(value)
      ? []
      : [
          {
            path: graderCellPath(row, column),
            code: 'invalid_value',
            message: `Value ${index + 1} is not a ${kind} of the course.`,
          },
        ],
  )
}

export function foundGraderIssues(found: readonly FoundGrader[]): Issue[] {
  const seen = new Set<number>()
  return found.flatMap((person, index): Issue[] => {
    const path = graderCellPath(index, 'email')
    if (person === 'nobody')
      return [{ path, code: 'not_staff', message: 'The learning platform knows nobody with this address.' }]
    if (person === 'several')
      return [{ path, code: 'invalid_value', message: 'Several people have this address; give the user id.' }]
    if (seen.has(person)) return [{ path, code: 'duplicate', message: 'Duplicate person.' }]
    seen.add(person)
    return []
  })
}

export function graderRowStaffIssues(found: readonly FoundGrader[], lookUps: readonly StaffLookUp[]): Issue[] {
  const people = new Map(lookUps.map((person) => [person.userId, person]))
  return found.flatMap((grader, index) => {
    const person = typeof grader === 'number' ? people.get(grader) : undefined
    return person === undefined || person.isStaff ? [] : [notStaffIssue(graderCellPath(index, 'email'), person)]
  })
}

export function planGraders(current: CourseSettings, graders: readonly Grader[]): CourseSettings {
  return composeCourseSettings({ ...current, revision: current.revision + 1 }, { ...current, graders })
}
