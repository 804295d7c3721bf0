const graderCount = (count: number): string => (count === 1 ? '1 grader' : `${count} graders`)

/** Who grades in a course. */
export const graders = {
  title: 'Graders',
  lead: 'Each one gets work in their languages, of students with their tags. Work that nobody here may grade waits for teachers. Nothing is changed before you save.',
  none: 'Nobody is listed yet: only teachers grade.',
  user: (id: number) => `User ${id}`,
  change: 'Change',
  remove: 'Remove',
  add: 'Add a grader',
  done: 'Close',
  byFile: 'Replace all by a CSV file',
  asFile: 'As a file',
  newOne: 'A new grader',
  staffChoice: 'Choose one of the staff of the course',
  removed: 'is none of the graders',
  worksOf: (tags: string) => `work of ${tags}`,
  feedbackTo: (tags: string) => `feedback to ${tags}`,
  mayGrade: (some: number, all: number) => `may grade ${some} of ${all}`,
  fields: {
    staff: 'Somebody of the staff',
    person: 'Or a user number or e-mail address',
    languages: 'Languages',
    gradingTags: 'Whose work they grade, by tags',
    feedbackTags: 'Whom they give feedback, by tags',
  },
  about: {
    person: 'Of somebody on the staff of the course in A+ whose name is not in the list.',
    languages: 'Work in other languages goes to other graders.',
    gradingTags: 'The tags that students have in A+.',
    feedbackTags: 'About the course, besides the feedback of graded work.',
  },
  which: { all: 'all students', none: 'no student', some: 'students with one of the chosen tags' },
  persons: {
    required: 'Choose a person, or type a number or an address.',
    noPerson: 'Type a user number or an e-mail address here.',
    unknownAddress: 'Nobody on the staff of this course has this address in A+.',
    sharedAddress: 'Several people have this address in A+: type the user number instead.',
  },
}

/** The graders by a file. */
export const gradersFile = {
  title: 'Graders from a CSV file',
  lead: 'The file replaces all graders. It is first checked, and what it would change is shown: nothing is written before you say so.',
  fields: { file: 'CSV file', csv: 'Or the text of a file' },
  about:
    'First line: email;languages;feedbackTags;gradingTags. Values in a cell stand between commas, an empty cell means all, (none) means nobody. The file of the present graders shows how.',
  check: 'Check the file',
  replace: (count: number) => `Replace ${graderCount(count)}`,
  empty: (count: number) => `Take out all ${graderCount(count)}`,
  emptyWhy: 'There is no grader in this file. Then only teachers grade.',
  planned: 'What the file changes',
  kinds: {
    added: (count: number) => `Added: ${count}`,
    changed: (count: number) => `Changed: ${count}`,
    removed: (count: number) => `Removed: ${count}`,
  },
  noChange: 'Nothing: the graders are those of the file already.',
  from: (before: string, after: string) => `${after} (until now ${before})`,
  row: (number: number) => `Row ${number}`,
  byColumn: {
    email: 'Not one address or user number, or several people have the address: give the user number.',
    languages: 'Something here is no language of the course.',
    feedbackTags: 'Something here is no tag of the course.',
    gradingTags: 'Something here is no tag of the course.',
  },
  ofRow: 'The row has other than four cells between semicolons, or its quotes do not match.',
  header: 'The first line must be email;languages;feedbackTags;gradingTags.',
  tooMany: 'The file has more than 200 graders.',
  notCsv: 'This is no text file with semicolons between the cells.',
  notUtf8:
    'The file is not in UTF-8. Save it again as “CSV UTF-8” (Excel), or as “Text CSV” with the character set UTF-8 (LibreOffice).',
}
