import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFrontendTransport,
  type FrontendTransport,
  FrontendTransportError,
} from '@course-grading/frontend-transport'
import { demoTokenOf } from '../map.ts'
import { type AssessedEssay, assessedEssays, type DemoSession } from './assessed-essays.ts'
import { courseId, type DemoFrontend, essayId, maxAttempts, teacherId } from './fill-demo-course.ts'
import { feedbackTemplates } from './rubrics.ts'

const graderId = 103
/** Marks an assessment as one that a start has made. */
const privateNote = 'An example that comes with the demo course.'

interface People {
  readonly teacher: DemoSession
  readonly grader: DemoSession
  readonly signal: AbortSignal
}
type Row = Awaited<ReturnType<DemoSession['listSubmissions']>>['body']['items'][number]
type Assessment = Awaited<ReturnType<DemoSession['getAssessment']>>['body']
type Content = Awaited<ReturnType<DemoSession['getSubmissionContent']>>['body']

/**
 * Assesses some essays of the demo course as its grader, and releases some as its teacher. What an earlier start has begun is
 * finished; what people have begun stays as it is.
 */
export async function assessEssays({ frontendUrl, secret, signal }: DemoFrontend): Promise<void> {
  const transport = createFrontendTransport({ baseUrl: frontendUrl, secret })
  try {
    await patiently(signal, () => assessAll(transport, signal))
  } finally {
    await transport.close()
  }
}

async function assessAll(transport: FrontendTransport, signal: AbortSignal): Promise<void> {
  const teacher = await signIn(transport, teacherId, signal)
  const grader = await signIn(transport, graderId, signal)
  const query = { exerciseId: essayId, limit: 100 }
  const { body } = await teacher.listSubmissions({ params: { courseId }, query, signal })
  for (const essay of assessedEssays) {
    const row = body.items.find(({ submissionId }) => submissionId === essay.submissionId)
    if (row !== undefined) await assess(essay, row, { teacher, grader, signal })
  }
  for (const session of [teacher, grader]) await session.deleteSession({ signal })
}

async function assess(essay: AssessedEssay, { state, assessment }: Row, people: People): Promise<void> {
  const { teacher, grader, signal } = people
  const begun = assessment && (await grader.getAssessment({ params: { id: assessment.id }, signal })).body
  if (begun === null ? state !== 'waiting' : !isOurs(begun)) return
  const completed = begun?.state === 'completed' ? begun : await complete(essay, people)
  if (!essay.isReleased || completed.releasedAt !== null) return
  const params = { courseId, exerciseId: essayId }
  await teacher.releaseGrades({ params, body: { assessmentIds: [completed.id] }, signal })
}

/**
 * Each step of ours is one revision: with a later one, or without our note after the first, somebody else has written. What was
 * reopened has a delivery.
 */
function isOurs({ state, grader, holder, delivery, revision, privateNote: note }: Assessment): boolean {
  const isUntouched = state === 'completed' || (delivery === null && (holder ?? grader).userId === graderId)
  return isUntouched && grader.userId === graderId && (revision === 1 || (revision <= 3 && note === privateNote))
}

/** Does the steps that are left, by the revision of the draft. */
async function complete(essay: AssessedEssay, { grader, signal }: People): Promise<Assessment> {
  const { submissionId, scores } = essay
  const { body: draft } = await grader.claimSubmission({ params: { submissionId }, signal })
  const params = { id: draft.id }
  if (draft.revision < 2)
    await grader.patchAssessment({ params, ifMatch: '"1"', body: { scores, privateNote }, signal })
  if (draft.revision < 3) {
    const { body: content } = await grader.getSubmissionContent({ params: { submissionId }, signal })
    const body = {
      body: `${feedbackTemplates[essay.language]}${essay.feedback}`,
      annotations: annotationsOf(essay, content),
    }
    await grader.patchFeedback({ params: { id: draft.feedbackId }, ifMatch: '"1"', body, signal })
  }
  return (await grader.completeAssessment({ params, ifMatch: '"3"', signal })).body
}

function annotationsOf({ remarks }: AssessedEssay, { files, formAnswers }: Content) {
  const texts = [
    ...files.map(({ fileId, path, text = '' }) => ({ anchor: { fileId, path }, text })),
    ...formAnswers.map(({ key, values }) => ({ anchor: { answerKey: key }, text: values.join('\n') })),
  ]
  const annotations = remarks.map(({ at, ...remark }, index) => {
    const found = texts.find(({ text }) => text.includes(at))
    if (found === undefined) throw new Error(`no text contains ${JSON.stringify(at)}`)
    const line = found.text.split('\n').findIndex((text) => text.includes(at)) + 1
    return [
      `a${index + 1}`,
      { ...remark, anchor: found.anchor, startLine: line, endLine: line, private: false },
    ] as const
  })
  return Object.fromEntries(annotations)
}

async function signIn(transport: FrontendTransport, userId: number, signal: AbortSignal): Promise<DemoSession> {
  const { body } = await transport.createSession({ body: { token: demoTokenOf(userId) }, signal })
  return transport.withSession(body.sessionId)
}

/** Begins again where a busy service rejected a request, after the time that it named. */
async function patiently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FrontendTransportError && error.status === 503) || attempt === maxAttempts) throw error
      await sleep((error.retryAfterS ?? 1) * 1_000, undefined, { signal })
    }
  }
}
