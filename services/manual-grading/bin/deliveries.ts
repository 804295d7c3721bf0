import { exitUsage, runCommand } from '@course-grading/commands'
import {
  findDelivery,
  findDeliveryControl,
  holdDeliveries,
  listDeliveries,
  listDeliveryEvents,
  listSendDiagnostics,
  releaseDelivery,
  resolveDelivery,
  resumeDeliveries,
  withSerializationRetry,
  type Database,
  type DeliveryView,
} from '@course-grading/data'
import type { Standing } from '@course-grading/domain'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { deliveriesConfig } from './command-config.ts'
import { type DeliveryTask, readDeliveryTask, usage } from './read-delivery-task.ts'

type Print = (line: string) => void

// Who decides about a grade is told to the log too, of deliveries by id, and never with a person's reason.
const logger = createCommandLogger('deliveries')

const standingWords: Readonly<Record<Standing, string>> = {
  ours: 'which stands',
  changed: 'which stands no more',
  unknown: 'and a later grade has arrived since',
}

// Exit codes: 0 done, 1 there is none or its state does not allow it, or the database failed, 64 usage, 78 configuration.
const task = readDeliveryTask(process.argv.slice(2))

if (task === undefined) {
  process.stderr.write(usage)
  process.exitCode = exitUsage
} else {
  const { DATABASE_URL, DELIVERY_SETTLE_S } = readConfigOrExit(deliveriesConfig, process.env)
  await runCommand({
    name: 'deliveries',
    databaseUrl: DATABASE_URL,
    work: (database, print) => act(database, task, DELIVERY_SETTLE_S, print),
    afterFailure: 'look what list or show says before it is run again',
  })
}

async function act(database: Database, given: DeliveryTask, settleS: number, print: Print): Promise<number> {
  switch (given.word) {
    case 'list':
      return await list(database, given, print)
    case 'show':
      return await show(database, given.deliveryId, print)
    case 'release':
      return await release(database, given.deliveryId, print)
    case 'resolve':
      return await resolve(database, given, settleS, print)
    case 'hold':
      return await hold(database, given.reason, print)
    case 'resume':
      return await resume(database, print)
  }
}

/** The newest first; and whether anything may be sent at all. */
async function list(
  database: Database,
  { courseId, state, before, limit }: Extract<DeliveryTask, { word: 'list' }>,
  print: Print,
): Promise<number> {
  const found = await listDeliveries(database, { courseId, state, before, limit: limit + 1 })
  const shown = found.slice(0, limit)
  for (const { delivery } of shown) print(lineOf(delivery))
  if (shown.length === 0) print('there is none')
  if (found.length > limit) print(`there are more: go on with --before ${shown.at(-1)?.ordinal}`)
  const { hold: held, holdReason, settling } = await findDeliveryControl(database)
  if (held) print(`all are held: ${holdReason === null ? 'no reason given' : quoted(holdReason)}`)
  if (settling) print('none is begun for a while: the database server changed')
  return 0
}

/** What a person wrote, on one line of its own and unable to do anything to a terminal. */
function quoted(words: string): string {
  return JSON.stringify(words).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

function lineOf({
  id,
  state,
  kind,
  courseId,
  exerciseId,
  submissionId,
  points,
  maxPoints,
  updatedAt,
}: DeliveryView): string {
  const why = kind === null ? '' : ` (${kind})`
  return `${id} ${state}${why}, course ${courseId}, exercise ${exerciseId}, submission ${submissionId}, ${points}/${maxPoints}, ${updatedAt}`
}

async function show(database: Database, deliveryId: string, print: Print): Promise<number> {
  const found = await findDelivery(database, deliveryId)
  if (found === null) return none(print)
  print(lineOf(found))
  const diagnostics = new Map(
    (await listSendDiagnostics(database, deliveryId)).map((sent) => [sent.number, sent.diagnostics]),
  )
  for (const { number, startedAt, outcome, kind, status } of found.sends) {
    print(
      `send ${number}: ${startedAt ?? 'never begun'}, ${outcome ?? 'open'}${kind === null ? '' : ` (${kind})`}${status === null ? '' : `, status ${status}`}`,
    )
    const measured = diagnostics.get(number)
    if (measured !== undefined) print(`  ${measuredWords(measured)}`)
  }
  const { upstream, standing } = found
  if (upstream !== null) {
    const { at, status, grade, latePenalty } = upstream
    print(
      `upstream ${at}: ${status}, grade ${grade}, late penalty ${latePenalty ?? 'none'}, ${standingWords[standing]}`,
    )
  }
  const seen = found.seenUpstream
  if (seen !== null) print(`seen ${seen.at}: grade ${seen.grade ?? 'none'}, graded ${seen.gradingTime ?? 'never'}`)
  for (const { at, event, kind, fromState, toState, byUserId, reason: said } of await listDeliveryEvents(
    database,
    deliveryId,
  )) {
    const why = kind === null ? '' : ` (${kind})`
    const by = byUserId === null ? '' : `, by ${byUserId}`
    print(
      `${at} ${event}${why}: ${fromState ?? 'nothing'} to ${toState}${by}${said === null ? '' : `, ${quoted(said)}`}`,
    )
  }
  return 0
}

/** What was measured of a send, as it is stored: words of closed lists and numbers. */
function measuredWords(diagnostics: string): string {
  const { kind: _, status: __, ...measured } = JSON.parse(diagnostics) as Record<string, unknown>
  return Object.entries(measured)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

async function release(database: Database, deliveryId: string, print: Print): Promise<number> {
  const said = await withSerializationRetry(() =>
    releaseDelivery(database, { deliveryId, courseId: null, byUserId: null }),
  )
  if (said.outcome === 'not_found') return none(print)
  if (said.outcome === 'released') logger.info('delivery released', { event: 'delivery_released', deliveryId })
  print(said.outcome === 'released' ? 'released' : `it is ${said.state}, so there is nothing to release`)
  return said.outcome === 'released' ? 0 : 1
}

async function resolve(
  database: Database,
  { deliveryId, as, reason }: Extract<DeliveryTask, { word: 'resolve' }>,
  settleS: number,
  print: Print,
): Promise<number> {
  const request = { deliveryId, courseId: null, as, reason, byUserId: null, settleS }
  const said = await withSerializationRetry(() => database.transaction((tx) => resolveDelivery(tx, request)))
  if (said.outcome === 'not_found') return none(print)
  if (said.outcome === 'resolved') {
    logger.info('delivery resolved', { event: 'delivery_resolved', deliveryId, outcome: as })
    print(`it is ${said.state} now`)
    return 0
  }
  print(
    said.retryAfterS !== null
      ? `what was sent may still be on its way: ask again in ${said.retryAfterS} s`
      : `it is ${said.state}, so nobody decides that`,
  )
  return 1
}

async function hold(database: Database, reason: string, print: Print): Promise<number> {
  await holdDeliveries(database, { reason })
  logger.info('deliveries held', { event: 'deliveries_held' })
  print('all are held; what is being sent goes on')
  return 0
}

async function resume(database: Database, print: Print): Promise<number> {
  const resumed = await resumeDeliveries(database)
  if (resumed) logger.info('deliveries resumed', { event: 'deliveries_resumed' })
  print(resumed ? 'they go on' : 'they were not held')
  return 0
}

function none(print: Print): number {
  print('there is no such delivery')
  return 1
}
