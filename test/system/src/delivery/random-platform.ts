import { ok } from './behaviour.ts'
import { chanceFrom } from './chance.ts'
import type { DeliveryRow } from './delivery-world.ts'
import { begunWithoutStart, judge, type Ledger } from './ledger.ts'
import { accepted, answer, type Exchange, type PeerPlay, ungraded } from './peer.ts'
import type { Pulse } from './pulse.ts'

const verifications = [
  'is shown',
  'is shown',
  'is shown',
  'is shown late',
  'is shown late',
  'fails',
  'is reset',
  'is not answered',
] as const
const grades = [
  'is accepted',
  'is accepted',
  'is accepted late',
  'is accepted late',
  'is accepted in a long answer',
  'is kept and lost',
  'is kept and fails',
  'is kept and cut',
  'is refused',
  'fails',
  'is reset',
  'is not answered',
] as const

/** How the platform handles the first verification of a submission, and its grade. */
interface Script {
  readonly verification: (typeof verifications)[number]
  readonly grade: (typeof grades)[number]
}

export interface RandomPlatform {
  readonly play: PeerPlay
  /** Receives the grade of this submission, and replies when `answer` is called. */
  readonly keep: (submissionId: number) => { readonly whole: Promise<void>; readonly answer: () => void }
  /** Unless `shown`, the platform shows no grade, so that a verification never keeps a worker from sending. */
  readonly showGrades: (shown: boolean) => void
  /** Describes a state that does not follow from what was received. Null if it does. */
  readonly wrong: (row: DeliveryRow) => string | null
  readonly problems: (rows: readonly DeliveryRow[]) => string[]
}

/** A learning platform whose behaviour is drawn at random for each submission. The same seed gives the same behaviour. */
export function createRandomPlatform({
  seed,
  ledger,
  pulse,
}: {
  readonly seed: number
  readonly ledger: Ledger
  readonly pulse: Pulse
}): RandomPlatform {
  const kept = new Map<number, { whole: PromiseWithResolvers<void>; answered: PromiseWithResolvers<void> }>()
  const verified = new Set<number>()
  let showsGrades = false
  const scriptOf = (submissionId: number): Script => {
    const chance = chanceFrom(seed + submissionId)
    return { verification: chance.pick(verifications), grade: chance.pick(grades) }
  }
  const keeps = (submissionId: number): boolean =>
    kept.has(submissionId) || /accepted|kept/.test(scriptOf(submissionId).grade)
  const marksOf = ({ id }: DeliveryRow): string[] =>
    ledger.posts.filter(({ mark }) => mark.startsWith(`${id}.`)).map(({ mark }) => mark)
  const detailOf = (submissionId: number): string => {
    const received = ledger.posts.find((post) => post.submissionId === submissionId)
    if (!showsGrades || received === undefined || !keeps(submissionId)) return ungraded(submissionId)
    return ungraded(submissionId, {
      status: 'ready',
      grade: 12,
      grading_time: '2026-11-01T10:00:00Z',
      grading_data: { delivery_id: received.mark },
    })
  }

  const verification = async ({ socket, reset, submissionId, whole }: Exchange): Promise<void> => {
    pulse.beat()
    await whole
    const behaviour =
      verified.has(submissionId) || kept.has(submissionId) ? 'is shown' : scriptOf(submissionId).verification
    verified.add(submissionId)
    if (behaviour === 'is shown late') await pulse.after(chanceFrom(seed - submissionId).whole(12))
    if (behaviour === 'is reset') reset()
    else if (behaviour === 'fails') socket.write(answer('503 Service Unavailable', '{}'))
    else if (behaviour !== 'is not answered') socket.write(answer('200 OK', detailOf(submissionId)))
  }
  const post = async ({ socket, reset, submissionId, whole }: Exchange): Promise<void> => {
    pulse.beat()
    const keeping = kept.get(submissionId)
    const { grade } = scriptOf(submissionId)
    if (keeping === undefined && grade === 'is reset') return reset()
    await whole
    pulse.beat()
    if (keeping !== undefined) {
      keeping.whole.resolve()
      await keeping.answered.promise
      socket.write(ok)
      return
    }
    if (grade === 'is accepted late') await pulse.after(chanceFrom(seed - submissionId).whole(12))
    const replies: Partial<Record<typeof grade, string>> = {
      'is accepted': ok,
      'is accepted late': ok,
      'is accepted in a long answer': answer('200 OK', accepted + ' '.repeat(60_000)),
      'is kept and fails': answer('504 Gateway Timeout', ''),
      'is kept and cut': ok.slice(0, -5),
      'is refused': answer('400 Bad Request', ''),
      fails: answer('500 Internal Server Error', ''),
    }
    socket.write(replies[grade] ?? '')
    if (grade === 'is kept and lost' || grade === 'is kept and cut') socket.end()
  }

  const wrong = (row: DeliveryRow): string | null => {
    const received = marksOf(row).length
    const { state, submissionId } = row
    const mayBe =
      received === 0
        ? ['ambiguous']
        : keeps(submissionId)
          ? ['delivered']
          : scriptOf(submissionId).grade === 'is refused'
            ? ['refused', 'ambiguous']
            : ['ambiguous']
    if (mayBe.includes(state)) return null
    const grade = kept.has(submissionId) ? 'is kept back' : scriptOf(submissionId).grade
    return `${row.id} of ${submissionId}, which ${grade} and was received ${received} times, is ${state}: ${row.events.join(' ')}`
  }

  return {
    play: { connection: () => (pulse.beat(), false), verification, post },
    keep(submissionId) {
      const keeping = { whole: Promise.withResolvers<void>(), answered: Promise.withResolvers<void>() }
      kept.set(submissionId, keeping)
      return { whole: keeping.whole.promise, answer: keeping.answered.resolve }
    },
    showGrades: (shown) => {
      showsGrades = shown
    },
    wrong,
    problems(rows) {
      const refusing = new Set(
        rows
          .filter(({ submissionId }) => !kept.has(submissionId) && scriptOf(submissionId).grade === 'is refused')
          .map(({ submissionId }) => submissionId),
      )
      const again = Map.groupBy(ledger.begun, (submissionId) => submissionId)
      return [
        ...judge(ledger, rows, refusing),
        ...begunWithoutStart(ledger, rows),
        ...rows.flatMap((row) => wrong(row) ?? []),
        ...rows.flatMap(({ id, submissionId }) =>
          (again.get(submissionId)?.length ?? 0) > 1 ? [`the grade of ${id} was begun more than once`] : [],
        ),
      ]
    },
  }
}
