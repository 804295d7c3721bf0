import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { studentDocumentExample } from '@course-grading/contracts/feedback/feedback-examples'
import type { DrawnPage } from '../drawn-lines.fixture.ts'

const { operations } = frontendInternal
const assessment = operations.getAssessment.replies[200].example
const delivery = operations.getDelivery.replies[200].example
const id = (number: number): string => `${delivery.id.slice(0, -1)}${number}`
const other = { userId: 999, fullName: 'Another Grader', alias: false }
const later = '2100-11-02T10:05:00.000Z'
const studentText = { ...studentDocumentExample, annotations: {} }
const text = `/courses/11/feedback/${studentText.id}`
const parked = { ...operations.getParkedDraft.replies[200].example, content: { body: 'A text that was refused.' } }
/** With work in each state, and a grade that perhaps arrived. */
const student = studentPage()

/** The pages of people, as `drawn-pages.test.ts` draws them. */
export const drawnPeople: readonly DrawnPage[] = [
  ['the students of a course', '/courses/11/students?done=erased', { listStudents: students() }],
  ['a student', '/courses/11/students/201?notice=full', { getStudent: student }],
  [
    'a text to a student, which was published and changed',
    `${text}?done=changed&version=1&refused=${parked.id}`,
    { getFeedback: { ...studentText, state: 'published', publishedAt: later, readAt: later }, getParkedDraft: parked },
  ],
  [
    'a text that two people changed',
    text,
    { getFeedback: studentText },
    {
      form: {
        person: '101',
        revision: '1',
        base: '{}',
        language: 'fi',
        body: 'Mine.',
        press: 'preview',
        stale: 'body',
      },
    },
  ],
  ['the page that deletes a text', `${text}/delete`, { getFeedback: studentText }],
  ['the page that erases a person', '/courses/11/students/201/erase', { getStudent: student }],
]

function students(): object {
  const [own] = operations.listStudents.replies[200].example.items
  return {
    items: [own, { ...own, userId: 202, fullName: ' ', tagSlugs: [], lastSubmissionAt: null }],
    nextCursor: 'a+b',
  }
}

function studentPage(): object {
  const { example } = operations.getStudent.replies[200]
  const [work] = example.submissions
  const states = ['waiting', 'in_progress', 'completed', 'released', 'gone', 'superseded', 'not_queued'] as const
  const about = { submissionId: null, state: 'draft', author: other, updatedAt: later, publishedAt: null, readAt: null }
  return {
    ...example,
    left: true,
    submissions: states.map((state, place) => ({
      ...work,
      submissionId: 9001 + place,
      state,
      ...(state === 'released' && { points: 17, assessmentId: assessment.id }),
    })),
    unsettled: [{ deliveryId: delivery.id, submissionId: 9004, state: 'ambiguous' }],
    feedback: [
      { ...about, id: id(1) },
      { ...about, id: id(2), state: 'published', publishedAt: later },
      { ...about, id: id(3), submissionId: 9004, state: 'published', publishedAt: later, readAt: later },
    ],
  }
}
