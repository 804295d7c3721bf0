import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import type { SubmissionDetail, SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { readManifest } from '@course-grading/test-kit'
import { expect } from 'vitest'
import { type CourseModel, visibleOf, type WorkModel } from './visible-model.fixture.ts'
import type { Stage, Work } from './visible-world.fixture.ts'

/**
 * The message of a failure begins with this if a student was shown something else than the model allows, but not if a request
 * failed.
 */
export const wrongAnswer = 'a student gets another answer than the model allows'

const byFirst = (one: readonly unknown[], other: readonly unknown[]): number =>
  String(one[0]) < String(other[0]) ? -1 : 1

/** Reads the body of a 200. A status that no student may get is a failure of its own. */
async function answer<Body, Looked>(reply: Response, look: (body: Body) => Looked): Promise<Looked | number> {
  if (reply.ok) return look((await reply.json()) as Body)
  if (reply.status >= 500) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`)
  await reply.body?.cancel()
  return reply.status
}

/** Does the work in a few lanes at the same time, so few that the service's event loop does not become late. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
}

/**
 * Requests everything that shows students something of a result, for each of them, and compares it with the model. Lists come
 * first, so that a document too many is found as a wrong reply of a list, before a request for a single document fails because
 * there are two. `turn` says whose archive is read.
 */
export async function compareAnswers(stage: Stage, course: CourseModel, step: string, turn: number): Promise<void> {
  const places = [...stage.students.keys()]
  const lists = await Promise.all(places.map((place) => listsOf(stage, place)))
  expect([step, ...lists], wrongAnswer).toEqual([step, ...places.map((place) => listsByModel(stage, course, place))])
  const asked = stage.works.flatMap((work, index) => places.map((place) => ({ work, index, place })))
  const expected = asked.map(({ work, index, place }) => oneByModel(stage, course, { work, index, place }))
  const found: unknown[] = []
  await inLanes([...asked.entries()], async ([at, { work, place }]) => {
    found[at] = [work.submissionId, place, await oneOf(stage, work, place)]
  })
  expect([step, ...found], wrongAnswer).toEqual([step, ...expected])
  await compareArchive(stage, course, turn % asked.length)
}

const get = (stage: Stage, place: number, path: string): Promise<Response> =>
  stage.world.service.request('GET', path, { session: stage.sessions[place] ?? '' })

/** `listMyFeedback`, `listSubmissions` and `getStudent` of the student's own page. */
async function listsOf(stage: Stage, place: number): Promise<object> {
  const [feedback, submissions, page] = await Promise.all([
    get(stage, place, '/my/feedback?limit=200'),
    get(stage, place, '/courses/11/submissions?limit=200'),
    get(stage, place, `/courses/11/students/${stage.students[place]}`),
  ])
  interface OwnPage {
    readonly feedback: readonly { readonly id: string }[]
    readonly openWork: number
    readonly finishedWork: number
  }
  return {
    feedback: await answer(feedback, ({ items }: { items: { id: string; points: number | null }[] }) =>
      items.map(({ id, points }) => [id, points]).toSorted(byFirst),
    ),
    submissions: await answer(submissions, ({ items }: { items: SubmissionRow[] }) =>
      items.map(shown).toSorted(byFirst),
    ),
    page: await answer(page, ({ feedback: own, openWork, finishedWork }: OwnPage) => ({
      feedback: own.map(({ id }) => id).toSorted(),
      openWork,
      finishedWork,
    })),
  }
}

const shown = ({ submissionId, state, points }: SubmissionRow) => [submissionId, state, points] as const

/** `getMyFeedback` and `getSubmission`. */
async function oneOf(stage: Stage, { feedbackId, submissionId }: Work, place: number): Promise<object> {
  return {
    feedback: await answer(
      await get(stage, place, `/my/feedback/${feedbackId}`),
      ({ bodyHtml, result }: StudentFeedback) => [bodyHtml.replaceAll(/<\/?p>|\n/g, ''), result?.points],
    ),
    submission: await answer(
      await get(stage, place, `/submissions/${submissionId}`),
      ({ attempts, feedbackIds, ...row }: SubmissionDetail) => [
        shown(row),
        attempts.map(shown).toSorted(byFirst),
        feedbackIds,
      ],
    ),
  }
}

/** The status of requests about the course if the student may not see it; null if the student may. */
function refusal({ onRoster, isCourseHidden }: CourseModel, place: number): number | null {
  return !onRoster.has(place) || isCourseHidden ? 403 : null
}

function rowByModel(course: CourseModel, { submissionId }: Work, model: WorkModel) {
  const visible = visibleOf(course, model)
  return [submissionId, visible === null ? 'submitted' : 'released', visible?.points ?? null] as const
}

function listsByModel({ works }: Stage, course: CourseModel, place: number): object {
  const own = works.flatMap((work, index) => {
    const model = course.works[index]
    return model?.submitters.has(place) ? [{ work, model, visible: visibleOf(course, model) }] : []
  })
  const visible = own.flatMap(({ work: { feedbackId }, visible: result }) =>
    result === null ? [] : [[feedbackId, result.points] as const],
  )
  const refused = refusal(course, place)
  const listed = course.isModuleHidden ? [] : own
  return {
    feedback: visible.toSorted(byFirst),
    submissions: refused ?? listed.map(({ work, model }) => rowByModel(course, work, model)),
    page: refused ?? {
      feedback: visible.map(([id]) => id).toSorted(),
      openWork: listed.length - visible.length,
      finishedWork: visible.length,
    },
  }
}

interface Asked {
  readonly work: Work
  readonly index: number
  readonly place: number
}

function mayRead(course: CourseModel, { submitters }: WorkModel, place: number): boolean {
  return submitters.has(place) && refusal(course, place) === null && !course.isModuleHidden
}

function oneByModel({ works }: Stage, course: CourseModel, { work, index, place }: Asked): unknown {
  const model = course.works[index]
  if (model === undefined) throw new Error('there is no such submission')
  const visible = visibleOf(course, model)
  const isSame = ({ submitters }: WorkModel) => submitters.symmetricDifference(model.submitters).size === 0
  const attempts = works.flatMap((other, at) => {
    const of = course.works[at]
    return of !== undefined && isSame(of) ? [rowByModel(course, other, of)] : []
  })
  return [
    work.submissionId,
    place,
    {
      feedback: visible !== null && model.submitters.has(place) ? [visible.body, visible.points] : 404,
      submission: mayRead(course, model, place)
        ? [rowByModel(course, work, model), attempts, visible === null ? [] : [work.feedbackId]]
        : 404,
    },
  ]
}

/** The archive of one submission, for one student. It must have the work, and nothing of a result. */
async function compareArchive(stage: Stage, course: CourseModel, turn: number): Promise<void> {
  const place = turn % stage.students.length
  const index = Math.floor(turn / stage.students.length)
  const [work, model] = [stage.works[index], course.works[index]]
  if (work === undefined || model === undefined) throw new Error('there is no such submission')
  const reply = await get(stage, place, `/submissions/${work.submissionId}/archive`)
  const archive = Buffer.from(await reply.arrayBuffer())
  const manifest = reply.ok ? readManifest(archive).map(({ submission }) => Number(submission)) : reply.status
  expect([work.submissionId, place, manifest], wrongAnswer).toEqual([
    work.submissionId,
    place,
    mayRead(course, model, place) ? [work.submissionId] : 404,
  ])
}
