import { expect } from 'vitest'
import { placeAssessment, registerSubmission } from '../assessments/assessments.fixture.ts'
import { placeStudentDocument } from '../feedback/feedback.fixture.ts'
import type { FrontendRequest, TestService } from '../service.fixture.ts'
import { startWithSnapshot } from '../submissions/submissions.fixture.ts'
import { leastIdOfOther, writeOtherCourse } from './other-course.fixture.ts'

/** Students by the language of their work and their group, each with a waiting and a judged submission and a document about them. */
export const works = ['fiA', 'fiB', 'enA', 'enB'] as const
export type Work = (typeof works)[number]

/** A work is named by any of its ids. */
export const idsOf = (work: Work) => {
  const at = works.indexOf(work) + 1
  return {
    language: work.slice(0, 2),
    student: 200 + at,
    waiting: 7000 + at,
    judged: 7100 + at,
    file: 97_000 + at,
    assessment: `01920000-0000-7000-8000-00000000710${at}`,
    document: `01920000-0000-7000-8000-00000000720${at}`,
  }
}

/** The works of which one of the ids is among these, in one order. Ids of the other course are none of them. */
export function named(ids: readonly unknown[]): readonly Work[] {
  expect(ids.filter((id) => Number(id) > leastIdOfOther)).toEqual([])
  return works.filter((work) => Object.values(idsOf(work)).some((id) => ids.includes(id)))
}

const both = ['en', 'fi']
const a = ['group-a']
const b = ['group-b']

/** The graders of the settings. Teacher 302 is listed, too. */
const graders = [
  { userId: 302, languages: ['fi'], feedbackTags: b, gradingTags: b },
  { userId: 102, languages: ['fi'] },
  { userId: 103, languages: both },
  { userId: 303, languages: both, feedbackTags: a },
  { userId: 304, languages: both, gradingTags: a },
  { userId: 305, languages: both, feedbackTags: a, gradingTags: [] },
  { userId: 306, languages: both, feedbackTags: [], gradingTags: b },
  { userId: 307, languages: ['fi'], feedbackTags: a, gradingTags: b },
]

/** Sends a request in the session of a person. */
export type Ask = (method: string, path: string, request?: Omit<FrontendRequest, 'session'>) => Promise<Response>

/** Requests of people, each of whom signs in once. */
export function peopleOf(service: TestService): (userId: number) => Ask {
  const sessions = new Map<number, Promise<string>>()
  return (userId) => async (method, path, request) => {
    const session = await sessions.getOrInsertComputed(userId, () => service.signIn(userId))
    return await service.request(method, path, { session, ...request })
  }
}

export async function startOneWorld(): Promise<TestService> {
  const service = await startWithSnapshot({
    world: (world) => {
      world.setRole(11, 302, 'teacher')
      for (const assistant of [105, 303, 304, 305, 306, 307]) world.setRole(11, assistant, 'assistant')
      world.exercises.set(1107, { ...world.exercise(1103), id: 1107 })
      const [file] = world.submission(3001).files
      for (const { waiting, judged, student, file: id } of works.map(idsOf)) {
        world.addSubmission({ id: waiting, exerciseId: 1107, submitterIds: [student], files: [{ ...file!, id }] })
        world.addSubmission({ id: judged, exerciseId: 1104, submitterIds: [student] })
      }
    },
    settings: { graders, manualGradingExercises: [1104, 1107] },
  })
  for (const { language, student, waiting, judged, assessment, document } of works.map(idsOf)) {
    await registerSubmission(service, { submissionId: waiting, exerciseId: 1107, submitterIds: [student], language })
    await registerSubmission(service, { submissionId: judged, exerciseId: 1104, submitterIds: [student], language })
    const scores = { points: { points: 17 } }
    await placeAssessment(service, { id: assessment, submissionId: judged, exerciseId: 1104, rubricId: null, scores })
    await done(service.send('POST', `/assessments/${assessment}/complete`, { ifMatch: '"1"' }))
    await placeStudentDocument(service, { id: document, userId: student, language, state: 'published' })
  }
  await writeOtherCourse(service)
  return service
}

async function done(sent: Promise<Response>): Promise<void> {
  const reply = await sent
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
}
