import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import type { FeedbackClient } from '../feedback/feedback-client.fixture.ts'
import { changeGrading } from '../grading/grading.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('a submission whose submitters staff changed on the learning platform', () => {
  it.for(['a refresh', 'a registration'] as const)(
    'is read by nobody who was taken out, from %s on, and what was released by whoever came in',
    async (by, { service, feedback }) => {
      const work = await submitted(service, feedback, [211, 212])
      await feedback.assessments.complete(work.assessmentId, 1)
      await feedback.release(work.assessmentId)
      // While a grade is on its way, a registration is refused.
      await feedback.assessments.putDelivery(work.assessmentId, 'delivered')
      const [left, came] = [await service.signIn(211), await service.signIn(213)]
      expect(await readsOf(service, work, left, 211)).toEqual(everything)
      expect(await readsOf(service, work, came, 213)).toEqual(nothing)
      await change(service, work, [212, 213], by)
      expect(await readsOf(service, work, left, 211)).toEqual(nothing)
      expect(await readsOf(service, work, came, 213)).toEqual(everything)
    },
  )

  it('stands in no export of whoever was taken out', async ({ service, feedback }) => {
    const work = await submitted(service, feedback, [214])
    await change(service, work, [215], 'a refresh')
    const exported = await (await service.get('/courses/11/exercises/1103/grades')).text()
    const rows: Record<string, string>[] = parse(exported, { columns: true, bom: true, delimiter: [',', ';'] })
    const of = rows.filter(({ submissionId }) => submissionId === String(work.submissionId))
    expect(of.map(({ userId }) => userId)).toEqual(['215'])
    const data = async (userId: number) => await (await service.get(`/courses/11/students/${userId}/data`)).text()
    expect((await data(214)).includes(String(work.submissionId))).toBe(false)
    expect((await data(215)).includes(String(work.submissionId))).toBe(true)
  })

  it('has the change in its history', async ({ service, feedback }) => {
    const work = await submitted(service, feedback, [216, 217])
    await change(service, work, [217, 218], 'a refresh')
    const [latest] = await historyOf(service, work)
    expect(latest).toMatchObject({
      event: 'submitters_changed',
      by: null,
      reason: null,
      judgement: null,
      submitters: {
        before: [named(216, 'Lauri Testaaja 16'), named(217, 'Maija Kuvitteellinen 17')],
        after: [named(217, 'Maija Kuvitteellinen 17'), named(218, 'Niilo Mallikas 18')],
      },
    })
  })

  it('has aliases in its history while it is anonymous, and no names after an erasure', async ({
    service,
    feedback,
  }) => {
    const work = await submitted(service, feedback, [222])
    await changeGrading(service, { anonymous: true })
    await change(service, work, [223], 'a registration')
    const { before = [], after = [] } = (await historyOf(service, work))[0]?.submitters ?? {}
    expect([...before, ...after]).toEqual([anAlias, anAlias])
    await service.send('DELETE', '/courses/11/students/222/data')
    expect(await historyOf(service, work)).toMatchObject([{ event: 'submitters_changed', submitters: null }])
  })
})

const named = (userId: number, fullName: string) => ({ userId, fullName, alias: false })
const anAlias = { userId: null, fullName: expect.stringMatching(/^Student [1-9]\d{3,6}$/) as unknown, alias: true }

interface Work {
  readonly submissionId: number
  readonly assessmentId: string
  readonly feedbackId: string
}

/** Work that somebody holds, with complete scores, and that the learning platform has, too. */
async function submitted(
  service: TestService,
  feedback: FeedbackClient,
  submitterIds: readonly number[],
): Promise<Work> {
  const { id: feedbackId, assessmentId } = await feedback.ofSubmission(submitterIds)
  const { submissionId } = await feedback.assessments.read(assessmentId)
  service.upstream.world.addSubmission({ id: submissionId, exerciseId: 1103, submitterIds: [...submitterIds] })
  await refresh(service)
  return { submissionId, assessmentId, feedbackId }
}

const refresh = (service: TestService) => service.send('POST', '/courses/11/snapshot/refresh')

async function change(
  service: TestService,
  { submissionId }: Work,
  submitterIds: readonly number[],
  by: 'a refresh' | 'a registration',
): Promise<void> {
  service.upstream.world.setSubmitters(submissionId, submitterIds)
  if (by === 'a refresh') expect((await refresh(service)).status).toBe(200)
  else await registerSubmission(service, { submissionId, submitterIds, exerciseId: 1103 })
}

const historyOf = async (service: TestService, { assessmentId }: Work) =>
  (await service.read<{ items: AssessmentEvent[] }>(`/assessments/${assessmentId}/history`)).items

/** What a student gets of a submission by every operation that shows students their work. */
async function readsOf(service: TestService, { submissionId, feedbackId }: Work, session: string, userId: number) {
  const get = (path: string) => service.request('GET', path, { session })
  const status = async (path: string) => {
    const reply = await get(path)
    await reply.arrayBuffer()
    return reply.status
  }
  const list = async (path: string) => JSON.stringify(await (await get(path)).json())
  const own = await get(`/my/feedback/${feedbackId}`)
  return {
    feedback: own.ok ? ((await own.json()) as StudentFeedback).result?.points : own.status,
    isInFeedback: (await list('/my/feedback?limit=200')).includes(feedbackId),
    isInSubmissions: (await list('/courses/11/submissions?limit=200')).includes(`"submissionId":${submissionId}`),
    isOnPage: ((page) => page.includes(`"submissionId":${submissionId}`) || page.includes(feedbackId))(
      await list(`/courses/11/students/${userId}`),
    ),
    submission: await status(`/submissions/${submissionId}`),
    content: await status(`/submissions/${submissionId}/content`),
    archive: await status(`/submissions/${submissionId}/archive`),
  }
}

const everything = {
  feedback: 17,
  isInFeedback: true,
  isInSubmissions: true,
  isOnPage: true,
  submission: 200,
  content: 200,
  archive: 200,
}
const nothing = {
  feedback: 404,
  isInFeedback: false,
  isInSubmissions: false,
  isOnPage: false,
  submission: 404,
  content: 404,
  archive: 404,
}
