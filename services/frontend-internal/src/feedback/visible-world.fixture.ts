import { randomBytes } from 'node:crypto'
import { upsertCapability } from '@course-grading/data/capabilities/register-capability'
import { setSubmitters } from '@course-grading/data/submissions/set-submitters'
import { test } from 'vitest'
import { completeScores } from '../assessments/assessments.fixture.ts'
import { aDocument, type RubricClient, rubricClient } from '../rubrics/rubrics.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'
import {
  allows,
  type CourseModel,
  doOwn,
  doShared,
  type OwnStep,
  people,
  type SharedStep,
  type WorkModel,
} from './visible-model.fixture.ts'
import { sweepReleases } from './sweep-releases.fixture.ts'

const peopleOfHistories = Object.keys(people).length
const firstStudent = 401

/** A service whose roster has enough students for many histories, one after the other. */
export interface VisibleWorld {
  readonly service: TestService
  readonly client: FeedbackClient
  readonly rubrics: RubricClient
  /** The next four students, whom no history has changed yet. */
  readonly nextStudents: () => readonly number[]
}

export const itSees = (courses: number) =>
  test.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startVisibleWorld(courses)
    onCleanup(world.service.stop)
    return world
  })

async function startVisibleWorld(courses: number): Promise<VisibleWorld> {
  const service = await startServiceForExamples()
  const client = feedbackClient(service)
  const count = courses * peopleOfHistories
  for (let place = 0; place < count; place += 1) service.upstream.world.setRole(11, firstStudent + place, 'student')
  const taken = await service.send('POST', '/courses/11/snapshot/refresh')
  if (!taken.ok) throw new Error(`no snapshot: ${taken.status}`)
  // The release time applies to everything in the exercise, so no submission may supersede another.
  await service.sql`INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
      max_open_claims, notify, updated_at) VALUES (11, 1103, 1, FALSE, 'all', 'bands', 'shown', 'manual', 30, 50, TRUE, now())`
  let given = 0
  return {
    service,
    client,
    rubrics: rubricClient(service),
    nextStudents: () => {
      if (given === count) throw new Error('the roster has no more students')
      const first = firstStudent + given
      given += peopleOfHistories
      return Array.from({ length: peopleOfHistories }, (_, place) => first + place)
    },
  }
}

/** One submission of a history. */
export interface Work {
  readonly feedbackId: string
  readonly assessmentId: string
  readonly submissionId: number
}

/** The submissions of histories that happen at the same time, and their students. */
export interface Stage {
  readonly world: VisibleWorld
  readonly students: readonly number[]
  readonly sessions: string[]
  readonly rubricId: string
  readonly works: readonly Work[]
}

let lastSubmission = 500_000

/** Registers `count` submissions by two students, each of which teacher 101 holds with complete scores. */
export async function setStage(world: VisibleWorld, count: number): Promise<Stage> {
  const { service, rubrics } = world
  const students = world.nextStudents()
  const submitterIds = [students[people.first] ?? 0, students[people.second] ?? 0]
  const rubricId = await rubrics.published(aDocument({ startingPoints: 0 }))
  const ids = Array.from({ length: count }, () => (lastSubmission += 1))
  const grader = await service.databaseAs('manualGrading')
  for (const [index, submissionId] of ids.entries()) {
    service.upstream.world.addSubmission({ id: submissionId, exerciseId: 1103, submitterIds: [...submitterIds] })
    const { outcome } = await grader.transaction((tx) =>
      upsertCapability(tx, {
        courseId: 11,
        exerciseId: 1103,
        submissionId,
        sealedUrl: randomBytes(40),
        keyId: 'k-1',
        originDigest: randomBytes(16),
        maxPoints: 20,
        submitterIds,
        submittedAt: '2026-11-01T10:00:00.000Z',
        language: 'en',
        attempt: index + 1,
        autoPoints: null,
        fixture: false,
        ttlDays: 180,
        settleS: 0,
      }),
    )
    if (outcome !== 'registered') throw new Error(`registering: ${outcome}`)
  }
  const rows = await service.sql`WITH made AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, holder_id, claimed_at, lease_until,
        rubric_id, rubric_version, scores, private_note, part_revisions, points, started_at, updated_at, fixture)
      SELECT gen_random_uuid(), id, 11, 1103, 1, 'in_progress', 1, 101, 101, now(), now() + interval '4 hours', ${rubricId}, 1, ${JSON.stringify(completeScores)}, '', '{}', 0, now(),
        now(), FALSE
      FROM unnest(${ids}::bigint[]) AS id
      RETURNING id, submission_id)
    INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
      created_at, updated_at, fixture)
    SELECT gen_random_uuid(), 11, submission_id, id, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), FALSE FROM made
    RETURNING id AS "feedbackId", assessment_id AS "assessmentId", submission_id::int AS "submissionId"`
  const works = (rows as unknown as Work[]).toSorted((one, other) => one.submissionId - other.submissionId)
  const sessions = await Promise.all(students.map((userId) => service.signIn(userId)))
  return { world, students, sessions, rubricId, works }
}

async function expectStatus(reply: Response, ...expected: number[]): Promise<void> {
  if (!expected.includes(reply.status)) throw new Error(`a step got ${reply.status} ${await reply.text()}`)
}

/** Does a step in the model and in the service, if the model allows it. Returns whether it was done. */
export async function performOwn(stage: Stage, course: CourseModel, index: number, step: OwnStep): Promise<boolean> {
  const [model, work] = [course.works[index], stage.works[index]]
  if (model === undefined || work === undefined) throw new Error('there is no such submission')
  const allowed = allows(model, step)
  if (allowed === false) return false
  if (allowed === true) doOwn(course, model, step)
  await perform(stage, { step, model, work, isRefused: allowed === 'refused' })
  return allowed === true
}

interface Performed {
  readonly step: OwnStep
  readonly model: WorkModel
  readonly work: Work
  readonly isRefused: boolean
}

async function perform(stage: Stage, { step, model, work, isRefused }: Performed): Promise<void> {
  const { world, students } = stage
  const { feedbackId, assessmentId, submissionId } = work
  const { assessments, ...client } = world.client
  const revision = async () => (await assessments.read(assessmentId)).revision
  switch (step) {
    case 'save': {
      const adjustment = { points: model.adjustment, reason: 'As it is.' }
      await expectStatus(await assessments.patch(assessmentId, { adjustment }, { revision: await revision() }), 204)
      const document = await client.read(feedbackId)
      return await expectStatus(await client.patch(feedbackId, { body: model.body }, document), 204)
    }
    case 'complete':
      return await expectStatus(await assessments.complete(assessmentId, await revision()), 200)
    case 'release':
      await client.release(assessmentId)
      return
    case 'reopen':
      return await expectStatus(await assessments.post(assessmentId, 'reopen', { body: { reason: 'Once more.' } }), 200)
    case 'withdraw':
    case 'publish': {
      const document = await client.read(feedbackId)
      const reply = await client.step(feedbackId, step, { revision: document.revision })
      return await expectStatus(reply, isRefused ? 409 : 204)
    }
    case 'join':
    case 'leave':
      return await nameSubmitters(
        world.service,
        submissionId,
        [...model.submitters].map((person) => students[person] ?? 0),
      )
  }
}

/** As a registration or a refresh does where the learning platform names these people. */
async function nameSubmitters(
  { upstream, deps }: TestService,
  submissionId: number,
  submitterIds: readonly number[],
): Promise<void> {
  upstream.world.setSubmitters(submissionId, submitterIds)
  await deps.database.transaction((tx) => setSubmitters(tx, [{ submissionId, submitterIds }]))
}

/** Does a step with the whole course, in the model and in the service. */
export async function performShared(stage: Stage, course: CourseModel, step: SharedStep): Promise<void> {
  const { service } = stage.world
  const own = (text: string, ...values: unknown[]) => service.database.query(text, values)
  doShared(course, step)
  switch (step) {
    case 'migrate':
      return await migrate(stage, course.startingPoints)
    case 'releaseAt passes':
      return await sweepReleases(service, "now() - interval '1 second'")
    case 'releaseAt is ahead':
      return await sweepReleases(service, "now() + interval '1 hour'")
    case 'deliver':
      return await deliverAll(stage)
    case 'hide course':
      await own('UPDATE course_snapshot SET visible = FALSE WHERE course_id = 11')
      return
    case 'hide module':
      await own('UPDATE snapshot_module SET hidden = TRUE WHERE course_id = 11')
      return
    case 'take the snapshot':
      return await showAll(service)
    case 'drop':
      await own('DELETE FROM roster_student WHERE course_id = 11 AND user_id = $1', stage.students[people.first])
      return
    case 'erase the first':
      return await erase(stage, people.first)
    case 'erase the second':
      return await erase(stage, people.second)
  }
}

/** Shows the course and the module again, as a snapshot would that finds them visible. */
export async function showAll(service: TestService): Promise<void> {
  await service.sql`UPDATE course_snapshot SET visible = TRUE WHERE course_id = 11`
  await service.sql`UPDATE snapshot_module SET hidden = FALSE WHERE course_id = 11`
}

/** Publishes the next version of the rubric, and brings all assessments to it. */
async function migrate({ world, rubricId }: Stage, startingPoints: number): Promise<void> {
  const { service, rubrics } = world
  const { revision } = await rubrics.get(rubricId)
  await expectStatus(await rubrics.write('PUT', `${rubricId}/draft`, revision, aDocument({ startingPoints })), 204)
  const published = await rubrics.write('POST', `${rubricId}/publish`, revision + 1)
  await expectStatus(published.clone(), 200)
  const { version: toVersion } = (await published.json()) as { version: number }
  const path = `/rubrics/${rubricId}/migrations`
  const body = { toVersion, include: ['in_progress', 'completed'] }
  const planned = await service.send('POST', path, { body })
  await expectStatus(planned.clone(), 201)
  const { migrationId } = (await planned.json()) as { migrationId: string }
  await expectStatus(await service.send('POST', `${path}/${migrationId}/run`), 200)
}

/** Delivers every pending grade, as the worker does. */
async function deliverAll({ world, works }: Stage): Promise<void> {
  const ids = works.map(({ submissionId }) => submissionId)
  await world.service.sql`WITH changed AS (
      UPDATE delivery SET state = 'sending', not_before = NULL, started_at = now(), leased_by = gen_random_uuid(),
        lease_until = now() + interval '1 minute', epoch = epoch + 1
      WHERE submission_id = ANY (${ids}) AND state = 'pending' RETURNING *)
    INSERT INTO delivery_send (delivery_id, number, epoch, started_at) SELECT id, send_number, epoch, started_at FROM changed`
  await world.service
    .sql`UPDATE delivery SET state = 'delivered', leased_by = NULL, lease_until = NULL, delivered_at = now(), confirmed_by = 'answer',
      delivered_number = send_number
    WHERE submission_id = ANY (${ids}) AND state = 'sending'`
}

/**
 * A teacher erases a student, who signs in again. Afterwards the export of the student's data has no text that was written for
 * the student.
 */
async function erase(stage: Stage, person: number): Promise<void> {
  const { world, students, sessions } = stage
  const userId = students[person] ?? 0
  // A person cannot be erased while a grade is on its way.
  await deliverAll(stage)
  const path = `/courses/11/students/${userId}/data`
  await expectStatus(await world.service.send('DELETE', path), 204)
  const exported = await (await world.service.get(path)).text()
  if (/Text \d/.test(exported)) throw new Error('a text about an erased student is exported')
  sessions[person] = await world.service.signIn(userId)
}
