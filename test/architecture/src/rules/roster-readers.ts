import type { Rule } from '../rule.ts'
import { schemaFile, schemaParts } from '../schema-parts.ts'

/** The files whose statements read or write the table of the roster, in which whoever left a course stays, with the reason. */
const readers: Readonly<Record<string, string>> = {
  'delivery/lease-delivery': 'names of submitters, for what is sent',
  'feedback/find-feedback': 'names of those whom a document is for',
  'feedback/student-reads': 'names of those whom a document is for',
  'grading/grade-rows': 'names of submitters, in the export of grades',
  'retention/erase-ended-roster': 'retention',
  'snapshots/replace-roster': 'writes it: whoever is missing is marked, and whoever is back is not',
  'snapshots/snapshot-person-queries': 'export and erasure of a person',
  'students/find-student': 'the page of a person',
  'students/list-students': 'lists those who left, alone',
  'submissions/submission-filters': 'finds work by the names of submitters',
}

/** The functions and views of the schema of which the same is true. */
const partReaders: Readonly<Record<string, string>> = {
  named_people: 'names of submitters, before and after a change, too; their tags are empty once they left',
  present_student: 'the view itself',
  staff_name_in: 'names of staff who were students',
}

const usesTable = /\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+roster_student\b/

/** Whoever left a course has no rights and no tags, and is not counted: everything but names and what is kept of a person reads `present_student`. */
export const presentPeopleAreReadByTheView: Rule = (tree) => {
  const { functions, views } = schemaParts(tree.get(schemaFile) ?? '')
  const problemOf = (place: string, text: string, isReader: boolean): string[] =>
    usesTable.test(text) === isReader
      ? []
      : [`${place}: ${isReader ? 'reads no roster any more' : 'reads the roster without the view'}`]
  return [
    ...[...tree].flatMap(([path, text]) => {
      const file = /^libs\/data\/src\/(.*)\.ts$/.exec(path)?.[1]
      if (file === undefined || /\.(?:test|fixture)$|^testing\//.test(file)) return []
      return problemOf(path, text, Object.hasOwn(readers, file))
    }),
    ...[...functions, ...views].flatMap(([name, text]) =>
      problemOf(`${schemaFile}, ${name}`, text, Object.hasOwn(partReaders, name)),
    ),
  ]
}
