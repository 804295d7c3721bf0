import { standingByVerification } from './compare-standing.ts'
import { judgeAfterSend, judgeBeforeSend } from './verification-verdict.ts'
import type { SeenGrade, UpstreamStatus } from './submission-detail.ts'

/** What the platform stores of the submission, and whose grade that is, which the platform does not show. */
interface Row {
  readonly status: UpstreamStatus
  readonly grade: number
  /** The grading time, by a clock that advances a minute with each grade; 0 for none. */
  readonly time: number
  readonly grader: number | null
  /** The sender of the last POST: the number of our delivery, or the platform's own checks. */
  readonly post: number | 'checks' | null
  readonly whose: 'nobody' | 'checks' | 'teacher' | 'ours'
}

/** The smallest model of one submission, its consecutive deliveries, and everybody else who may overwrite its grade. */
export interface World {
  readonly row: Row
  /** What the platform has read, and will write back over whatever comes meanwhile. */
  readonly readByPlatform: Row | null
  readonly clock: number
  /** The number of the delivery that is to be sent next. */
  readonly delivery: number
  /** The grade that was seen when that delivery was refused. */
  readonly refusedOver: SeenGrade | null
  readonly mayOverwrite: SeenGrade | null
  /** What the verification after the last delivered send showed, with its status. */
  readonly kept: (SeenGrade & { readonly status: UpstreamStatus }) | null
  readonly harm: string | null
}

/** A mistake that is built into the model, so that the test shows that the rule against it is needed. */
export type Weakness =
  | 'the status decides'
  | 'whatever is seen after a send is ours'
  | 'send_again allows to overwrite any grade'

const submissionId = 1
const atMost = { clock: 4, deliveries: 3 }
const teacherIds = [9, 8] as const
const nobody: Row = { status: 'waiting', grade: 0, time: 0, grader: null, post: null, whose: 'nobody' }

export const begin: World = {
  row: nobody,
  readByPlatform: null,
  clock: 0,
  delivery: 1,
  refusedOver: null,
  mayOverwrite: null,
  kept: null,
  harm: null,
}

const idOf = (delivery: number): string => `0192f3a4-5b6c-7d8e-9f01-00000000000${delivery}`

/** The reply of the platform that a verification reads. */
function shown({ status, grade, time, grader, post }: Row): unknown {
  const data = post === 'checks' ? { points: '3' } : { delivery_id: `${idOf(post ?? 0)}.1` }
  return {
    id: submissionId,
    status,
    grade,
    grading_time: time === 0 ? null : `2026-11-20T10:0${time}:00Z`,
    grader: grader === null ? null : { id: grader },
    grading_data: post === null ? null : data,
    late_penalty_applied: null,
  }
}

/** Every world that can come next. */
export function* nextWorlds(world: World, weakness: Weakness | null): Generator<readonly [step: string, next: World]> {
  yield* othersSteps(world)
  yield* sendSteps(world, weakness)
  if (world.refusedOver !== null)
    yield ['a person says send again', { ...world, refusedOver: null, mayOverwrite: world.refusedOver }]
}

function* othersSteps(world: World): Generator<readonly [string, World]> {
  const { row, readByPlatform } = world
  const clock = world.clock + 1
  if (clock <= atMost.clock) {
    yield ['a teacher grades', { ...world, clock, row: teachers(row, clock, teacherIds[0]) }]
    yield [
      'checks grade by callback',
      { ...world, clock, row: { ...row, status: 'ready', grade: 3, time: clock, post: 'checks', whose: 'checks' } },
    ]
    yield [
      'checks grade at once',
      { ...world, clock, row: { ...row, status: 'ready', grade: 3, time: clock, whose: 'checks' } },
    ]
  }
  if (row.status !== 'waiting') yield ['it is submitted again', { ...world, row: { ...row, status: 'waiting' } }]
  if (readByPlatform === null) yield ['the platform reads', { ...world, readByPlatform: row }]
  else
    yield [
      'the platform writes back',
      { ...world, readByPlatform: null, row: { ...readByPlatform, status: 'waiting' } },
    ]
}

const teachers = (row: Row, clock: number, grader: number): Row => ({
  ...row,
  status: 'ready',
  grade: 9,
  time: clock,
  grader,
  whose: 'teacher',
})

function* sendSteps(world: World, weakness: Weakness | null): Generator<readonly [string, World]> {
  const { row, kept, delivery, mayOverwrite, clock } = world
  if (world.refusedOver !== null || delivery > atMost.deliveries || clock >= atMost.clock) return
  const verdict = judgeBeforeSend({
    reply: shown(row),
    submissionId,
    deliveryId: idOf(delivery),
    graderIdBefore: null,
    standing: kept,
    mayOverwrite,
  })
  if (verdict.verdict === 'not_understood' || verdict.verdict === 'read_back')
    return yield ['look', { ...world, harm: `before a send a verification was ${verdict.verdict}` }]
  const goesOn =
    verdict.verdict === 'go_on' ||
    (weakness === 'the status decides' && row.status === 'waiting') ||
    (weakness === 'send_again allows to overwrite any grade' && mayOverwrite !== null)
  if (!goesOn)
    return yield [
      'refused',
      {
        ...world,
        refusedOver: verdict.seen,
        mayOverwrite: null,
        harm: row.grader === null ? 'refused, and no person graded' : null,
      },
    ]

  const isAgreedTo = mayOverwrite?.gradingTime === verdict.seen.gradingTime
  const harm = row.whose === 'teacher' && !isAgreedTo ? "a teacher's grade was overwritten" : null
  const sent: World = { ...world, clock: clock + 1, harm }
  const arrived: Row = { ...row, status: 'ready', grade: 7, time: clock + 1, post: delivery, whose: 'ours' }
  const seenAs = (seen: Row): World['kept'] => {
    const after = judgeAfterSend({
      reply: shown(seen),
      submissionId,
      sent: { deliveryId: idOf(delivery), sendNumber: 1 },
      confirmedBy: 'answer',
      graderIdBefore: verdict.seen.graderId,
    })
    if (after === null) return null
    const standing =
      weakness === 'whatever is seen after a send is ours'
        ? { grade: seen.grade, gradingTime: `2026-11-20T10:0${seen.time}:00Z`, graderId: seen.grader }
        : after.standing
    return standing === null ? null : { ...standing, status: after.shown.status }
  }
  yield ['sent, and seen', delivered(sent, arrived, seenAs(arrived))]
  yield ['sent, and not seen', delivered(sent, arrived, null)]
  // If the teacher whose name stands grades again between a send and the verification right after it, no rule can notice that.
  // So another teacher grades here.
  const graded = teachers(arrived, clock + 2, row.grader === teacherIds[0] ? teacherIds[1] : teacherIds[0])
  if (graded.time <= atMost.clock)
    yield ['sent, another teacher grades, and seen', delivered({ ...sent, clock: graded.time }, graded, seenAs(graded))]
  if (world.readByPlatform !== null) {
    const lost: Row = { ...world.readByPlatform, status: 'waiting' }
    yield ['sent, the platform writes back, and seen', delivered({ ...sent, readByPlatform: null }, lost, seenAs(lost))]
  }
}

function delivered(world: World, row: Row, kept: World['kept']): World {
  return { ...world, row, kept, delivery: world.delivery + 1, mayOverwrite: null }
}

/** The harm that was done in this world; null if there is none. */
export function harmIn({ harm, kept, row }: World): string | null {
  if (harm !== null) return harm
  if (kept === null) return null
  const standing = standingByVerification(kept, shown(row), submissionId)
  if (standing === 'ours' && row.whose !== 'ours') return 'called ours, and it is not'
  return standing === undefined ? 'a later verification was not understood' : null
}
