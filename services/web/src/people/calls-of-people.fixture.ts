import { studentDocumentExample } from '@course-grading/contracts/feedback/feedback-examples'
import { parkedDraftId } from '@course-grading/contracts/assessments/parked-draft'
import type { CallsOfRoute } from '../web.fixture.ts'
import { drawnFrom } from './feedback-fields.ts'

const visit = 'getSession /session'
const students = '/courses/11/students'
const person = `getStudent ${students}/201`
const course = 'getCourse /courses/11'
const { id: D } = studentDocumentExample
const text = `/courses/11/feedback/${D}`
const document = `getFeedback /feedback/${D}`
const beside = [
  document,
  person,
  course,
  `listFeedbackVersions /feedback/${D}/versions?limit=50`,
  `listParkedDrafts /parked-drafts?feedbackId=${D}&limit=20`,
]
const base = JSON.stringify(drawnFrom(studentDocumentExample))
const form = { person: '101', revision: '3', base, language: studentDocumentExample.language }
const unchanged = { ...form, body: studentDocumentExample.body }

/** What the routes of people ask of the boundary. */
export const callsOfPeople: readonly CallsOfRoute[] = [
  [
    'students',
    `${students}?q=eero&tag=group-a&feedback=none&left=on&cursor=a%2Bb`,
    {},
    [
      visit,
      `listStudents ${students}?q=eero&tag=group-a&feedback=none&left=true&limit=50&cursor=a%2Bb`,
      'getCourseSnapshot /courses/11/snapshot',
    ],
  ],
  ['student', `${students}/201`, {}, [visit, person, course]],
  [
    'writeFeedback',
    `${students}/201/feedback`,
    { form: { language: 'fi' } },
    [visit, 'createFeedback /courses/11/feedback {"userId":201,"language":"fi"}'],
  ],
  ['personAsFile', `${students}/201/data.json`, {}, [`exportStudentData ${students}/201/data`]],
  ['showErasure', `${students}/201/erase`, {}, [visit, person]],
  [
    'erasure',
    `${students}/201/erase`,
    { form: { person: '101', revision: '0', name: ' Eero  Demonen 1' } },
    [visit, person, `eraseStudentData ${students}/201/data`],
  ],
  [
    'showTextToStudent',
    `${text}?version=1&refused=${parkedDraftId}&cursor=a%2Bb`,
    {},
    [
      visit,
      ...beside.map((call) => (call.includes('versions') ? `${call}&cursor=a%2Bb` : call)),
      `getFeedbackVersion /feedback/${D}/versions/1`,
      `getParkedDraft /parked-drafts/${parkedDraftId}`,
    ],
  ],
  [
    'textToStudent',
    text,
    { form: { ...form, body: 'Dear all,' } },
    [visit, document, `patchFeedback /feedback/${D}?base=3 {"body":"Dear all,"}`],
  ],
  ['textToStudent', text, { form: unchanged }, [visit, document]],
  [
    'textToStudent',
    text,
    { form: { ...unchanged, press: 'publish' } },
    [visit, document, `publishFeedback /feedback/${D}/publish "3"`],
  ],
  [
    'textToStudent',
    text,
    { form: { ...form, body: 'Dear all,', press: 'withdraw' } },
    [
      visit,
      document,
      `patchFeedback /feedback/${D}?base=3 {"body":"Dear all,"}`,
      // The revision after the save.
      `withdrawFeedback /feedback/${D}/withdraw "1"`,
    ],
  ],
  [
    'textToStudent',
    text,
    { form: { person: '101', revision: '3', base: '{}', press: 'restore:2' } },
    [visit, document, `restoreFeedbackVersion /feedback/${D}/versions/2/restore "3"`],
  ],
  ['showTextDelete', `${text}/delete`, {}, [visit, document, person]],
  ['textDelete', `${text}/delete`, { form: { revision: '3' } }, [visit, document, `deleteFeedback /feedback/${D} "3"`]],
]
