import { globSync, readFileSync } from 'node:fs'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { expect, it } from 'vitest'

type OperationName = keyof typeof frontendInternal.operations

/** Each operation that no page calls, and why. */
const withoutPage: Partial<Record<OperationName, string>> = {
  deleteParkedDraft: 'What was refused stays beside the text that stands, and goes by itself after its time.',
  deleteRubricDraft: 'A draft is written over in the editor; a rubric that was never published is deleted as a whole.',
  getCourseBySlug: 'Addresses of pages have the id of a course, which stays when its slug changes.',
  listCourses: 'The session, which each page asks for, has the courses.',
  listFeedbackStudents: 'The list of students is filtered by feedback, and the page of one has all of theirs.',
  listOpenClaims: 'The list of an exercise in progress has who holds what and until when.',
  listPublicCourses: 'Whoever has not signed in sees no courses.',
  previewScores: "The page sums up by the domain's own rule, in the browser too.",
}

it('pages call each operation of the boundary, but those of which it stands here why not', () => {
  const code = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((path) => !/\.(?:test|fixture)\.tsx?$/.test(path))
    .map((path) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8'))
    .join('\n')
  const names = Object.keys(frontendInternal.operations) as OperationName[]
  const uncalled = names.filter((name) => !new RegExp(String.raw`\.${name}\(`).test(code))
  expect(uncalled.toSorted()).toEqual(Object.keys(withoutPage).toSorted())
})
