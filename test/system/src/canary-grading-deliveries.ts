import { type AskAsGrader, patienceMs, registrationOf } from './canary-grading-exchange.ts'
import { type CanaryDelivery, deliveriesOf, type Foreign } from './canary-grading-platform.ts'
import type { GradingCanaryWorld } from './canary-grading-world.ts'
import { end, type Ending } from './delivery/behaviour.ts'
import { accepted, answer, type Play } from './delivery/peer.ts'
import { type ServiceProcess, waitFor } from './service-process.ts'

interface SetOut extends CanaryDelivery {
  readonly submissionId: number
  readonly token: string
}

/** Delivers grades that end in every way. Then the ambiguous ones are verified, and those that cannot be sent are given up. */
export async function deliverInEveryWay(ask: AskAsGrader, world: GradingCanaryWorld, first: number): Promise<void> {
  const { query, peers, ledger, complete } = world
  const setOut = new Map<number, SetOut>()
  /** Submissions whose mark the platform shows. */
  const found = new Set<number>()
  const plain = plainVerification(world)
  const play =
    (words: (of: SetOut | undefined, foreign: Foreign) => string, endingOf: (of: SetOut | undefined) => Ending): Play =>
    async (exchange) => {
      await exchange.whole
      const { submissionId } = exchange
      const of = setOut.get(submissionId)
      exchange.socket.write(words(of, { submissionId, token: of?.token ?? '' }), 'utf8', () =>
        end(exchange, endingOf(of)),
      )
    }
  const markOf = (submissionId: number): string | undefined =>
    ledger.posts.findLast((post) => post.submissionId === submissionId)?.mark
  peers.good.play({
    verification: play(
      (of, foreign) =>
        found.has(foreign.submissionId)
          ? plain(foreign, { delivery_id: markOf(foreign.submissionId), note: world.texts.upstream })
          : (of?.verification ?? plain)(foreign),
      () => 'stay',
    ),
    post: play(
      (of, foreign) => (of?.post ?? (() => answer('200 OK', accepted)))(foreign),
      (of) => of?.ending ?? 'stay',
    ),
  })

  for (const [index, each] of deliveriesOf(world).entries()) {
    const submissionId = first + index
    const callbackUrl = world.callbackOf(submissionId, world.origins[each.origin ?? 'good'])
    await ask('registerCapability', [201], { body: registrationOf(world, submissionId, { callbackUrl }) })
    await each.before?.(submissionId)
    setOut.set(submissionId, { ...each, submissionId, token: callbackUrl.split('token=')[1] ?? '' })
    await complete(submissionId, 'held')
  }
  await query(
    `UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE state = 'held' AND submission_id = ANY ($1)`,
    [[...setOut.keys()]],
  )
  const until = async (
    what: string,
    wanted: (of: SetOut) => string | undefined,
    act?: () => Promise<unknown>,
  ): Promise<void> => {
    let left: string[] = []
    await waitFor(what, patienceMs, async () => {
      await act?.()
      const steps = await stepsOf(query, [...setOut.keys()])
      left = [...setOut.values()].flatMap((of) => {
        const step = wanted(of)
        return step === undefined || steps.get(of.submissionId)?.includes(step)
          ? []
          : [`${of.title}: ${steps.get(of.submissionId)?.join(' ')}`]
      })
      return left.length === 0 || undefined
    }).catch((error: unknown) => {
      throw new Error(`${what}:\n${left.join('\n')}`, { cause: error })
    })
  }
  await until('every grade to have ended as it should', ({ step }) => step)

  const ambiguous = [...setOut.values()]
    .filter(({ step }) => step.startsWith('ambiguous'))
    .map(({ submissionId }) => submissionId)
  for (const submissionId of ambiguous.slice(0, 3)) found.add(submissionId)
  await query(
    `UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND submission_id = ANY ($1)`,
    [ambiguous],
  )
  await until('every ambiguous grade to be verified', ({ step, submissionId }) =>
    step.startsWith('ambiguous') ? (found.has(submissionId) ? 'read_back' : 'verified') : undefined,
  )
  await ask('deleteCapability', [409], { params: { submissionId: ambiguous.at(-1) ?? 0 } })
  await until(
    'what cannot be sent to be given up',
    ({ step }) => (/returned:(?!key_unknown)/.test(step) ? 'refused:never_sent' : undefined),
    () =>
      query(`
    UPDATE delivery SET failing_since = clock_timestamp() - interval '80 hours', not_before = clock_timestamp()
    WHERE state = 'pending' AND kind IN ('unreachable', 'tls_failed', 'verification_failed') AND failing_since > clock_timestamp() - interval '79 hours'`),
  )
}

const stepsOf = async (
  query: GradingCanaryWorld['query'],
  submissionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> =>
  new Map(
    (
      await query<{ id: number; steps: string[] }>(
        `
    SELECT submission_id::int AS id, ARRAY(SELECT concat_ws(':', event, kind) FROM delivery_event WHERE delivery_id = delivery.id ORDER BY id) AS steps
    FROM delivery WHERE submission_id = ANY ($1)`,
        [submissionIds],
      )
    ).map(({ id, steps }) => [id, steps]),
  )

/** A submission with its submitters, graded by the send with that mark, or not graded. */
const plainVerification =
  ({ texts, person }: GradingCanaryWorld) =>
  ({ submissionId }: Foreign, gradingData: object | null = null): string =>
    answer(
      '200 OK',
      JSON.stringify({
        id: submissionId,
        status: gradingData === null ? 'waiting' : 'ready',
        grade: gradingData === null ? 0 : 12,
        grading_time: gradingData === null ? null : '2026-11-01T10:00:00Z',
        grader: null,
        grading_data: gradingData,
        feedback: texts.upstream,
        submitters: [person],
      }),
    )

/** Kills a process while it sends a grade, and resolves when another process has taken the delivery back. */
export async function loseWorker(
  ask: AskAsGrader,
  world: GradingCanaryWorld,
  {
    submissionId,
    process,
    next,
  }: {
    submissionId: number
    process: ServiceProcess
    next: () => Promise<ServiceProcess>
  },
): Promise<ServiceProcess> {
  const arrived = Promise.withResolvers<void>()
  world.peers.good.play({
    post: async ({ whole }) => {
      await whole
      arrived.resolve()
    },
  })
  await ask('registerCapability', [201], { body: registrationOf(world, submissionId) })
  const id = await world.complete(submissionId)
  await arrived.promise
  process.signal('SIGKILL')
  await process.exited
  await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE id = $1 AND state = 'sending'", [id])
  const other = await next()
  await waitFor(
    'the lost delivery to be ambiguous',
    patienceMs,
    async () =>
      (await world.query("SELECT FROM delivery WHERE id = $1 AND state = 'ambiguous'", [id])).length === 1 || undefined,
  )
  return other
}
