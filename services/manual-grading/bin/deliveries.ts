import { exitUsage, runCommand } from '@course-grading/jobs/run-command'
import type { Database } from '@course-grading/data/db/database'
import {
  findDeliveryControl,
  holdDeliveries,
  resumeDeliveries,
} from '@course-grading/data/delivery/delivery-control-queries'
import {
  findDelivery,
  selectDeliveries,
  listDeliveryEvents,
  listSendDiagnostics,
  type DeliveryView,
} from '@course-grading/data/delivery/delivery-views'
import { releaseDelivery, type ReleaseOutcome } from '@course-grading/data/delivery/release-delivery'
import { recordResolution } from '@course-grading/data/delivery/resolve-delivery'
import type { Standing } from '@course-grading/domain/delivery/compare-standing'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { deliveriesConfig } from './command-config.ts'
import { type DeliveryTask, readDeliveryTask, usage } from './read-delivery-task.ts'

type Print = (line: string) => void

// What an operator changes is also logged: deliveries by id, and never a person's reason.
const logger = createCommandLogger('deliveries')

const standingTexts: Readonly<Record<Standing, string>> = {
  ours: 'which stands',
  changed: 'which no longer stands',
  unknown: 'and a later grade has arrived since',
}

// Exit codes: 0 done; 1 no such delivery, not in a state that allows the command, or the database failed; 64 usage; 78 configuration.
const task = readDeliveryTask(process.argv.slice(2))

if (task === undefined) {
  process.stderr.write(usage)
  process.exitCode = exitUsage
} else {
  const { DATABASE_URL } = readConfigOrExit(deliveriesConfig, process.env)
  await runCommand({
    name: 'deliveries',
    databaseUrl: DATABASE_URL,
    work: (database, print) => act(database, task, print),
    afterFailure: 'check with list or show before you run it again',
  })
}

async function act(database: Database, given: DeliveryTask, print: Print): Promise<number> {
  switch (given.command) {
    case 'list':
      return await list(database, given, print)
    case 'show':
      return await show(database, given.deliveryId, print)
    case 'release':
      return await release(database, given.deliveryId, print)
    case 'resolve':
      return await resolve(database, given, print)
    case 'hold':
      return await hold(database, given.reason, print)
    case 'resume':
      return await resume(database, print)
  }
}

/** Also prints whether deliveries are held or settling. */
async function list(
  database: Database,
  { courseId, state, before, limit }: Extract<DeliveryTask, { command: 'list' }>,
  print: Print,
): Promise<number> {
  const found = await selectDeliveries(database, { courseId, state, before, limit: limit + 1 })
  const shown = found.slice(0, limit)
  for (const { delivery } of shown) print(lineOf(delivery))
  if (shown.length === 0) print('there are no deliveries')
  if (found.length > limit) print(`there are more: continue with --before ${shown.at(-1)?.ordinal}`)
  const { hold: held, holdReason, settling } = await findDeliveryControl(database)
  if (held) print(`all deliveries are held: ${holdReason === null ? 'no reason given' : quoted(holdReason)}`)
  if (settling) print('deliveries pause: the database server changed')
  return 0
}

/** A person's text on one line, without characters that could control a terminal. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
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
      `send ${number}: ${startedAt ?? 'never started'}, ${outcome ?? 'open'}${kind === null ? '' : ` (${kind})`}${status === null ? '' : `, status ${status}`}`,
    )
    const measured = diagnostics.get(number)
    if (measured !== undefined) print(`  ${measuredText(measured)}`)
  }
  const { upstream, standing } = found
  if (upstream !== null) {
    const { at, status, grade, latePenalty } = upstream
    print(
      `upstream ${at}: ${status}, grade ${grade}, late penalty ${latePenalty ?? 'none'}, ${standingTexts[standing]}`,
    )
  }
  const seen = found.seenUpstream
  if (seen !== null) print(`seen ${seen.at}: grade ${seen.grade ?? 'none'}, graded ${seen.gradingTime ?? 'never'}`)
  for (const { at, event, kind, fromState, toState, byUserId, reason } of await listDeliveryEvents(
    database,
    deliveryId,
  )) {
    const why = kind === null ? '' : ` (${kind})`
    const by = byUserId === null ? '' : `, by ${byUserId}`
    print(
      `${at} ${event}${why}: ${fromState ?? 'nothing'} to ${toState}${by}${reason === null ? '' : `, ${quoted(reason)}`}`,
    )
  }
  return 0
}

/** Stored diagnostics have only codes of closed lists and numbers, so all may be printed. */
function measuredText(diagnostics: string): string {
  const { kind: _, status: __, ...measured } = JSON.parse(diagnostics) as Record<string, unknown>
  return Object.entries(measured)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

async function release(database: Database, deliveryId: string, print: Print): Promise<number> {
  const result = await database.transaction((tx) => releaseDelivery(tx, { deliveryId, courseId: null, byUserId: null }))
  if (result.outcome === 'not_found') return none(print)
  if (result.outcome === 'released') {
    logger.info('delivery released', { event: 'delivery_released', deliveryId })
    print('released')
    return 0
  }
  print(whyNotReleased(result))
  return 1
}

function whyNotReleased(result: Exclude<ReleaseOutcome, { readonly outcome: 'released' | 'not_found' }>): string {
  switch (result.outcome) {
    case 'not_in_state':
      return `it is ${result.state}, so it cannot be released`
    case 'not_released':
      return 'its result is not released: a teacher does that in the frontend'
    case 'undeliverable':
      return 'its submission has no URL to send to: have the learning platform send it to the grader again'
  }
}

async function resolve(
  database: Database,
  { deliveryId, as, reason }: Extract<DeliveryTask, { command: 'resolve' }>,
  print: Print,
): Promise<number> {
  const request = { deliveryId, courseId: null, as, reason, byUserId: null }
  const result = await database.transaction((tx) => recordResolution(tx, request))
  if (result.outcome === 'not_found') return none(print)
  if (result.outcome === 'resolved') {
    logger.info('delivery resolved', { event: 'delivery_resolved', deliveryId, outcome: as })
    print(`it is ${result.state} now`)
    return 0
  }
  print(
    result.retryAfterS !== null
      ? `the send may still be in flight: try again in ${result.retryAfterS} s`
      : `it is ${result.state}, so it cannot be resolved so`,
  )
  return 1
}

async function hold(database: Database, reason: string, print: Print): Promise<number> {
  await holdDeliveries(database, { reason })
  logger.info('deliveries held', { event: 'deliveries_held' })
  print('all deliveries are held; sends that have started go on')
  return 0
}

async function resume(database: Database, print: Print): Promise<number> {
  const resumed = await resumeDeliveries(database)
  if (resumed) logger.info('deliveries resumed', { event: 'deliveries_resumed' })
  print(resumed ? 'deliveries are resumed' : 'deliveries were not held')
  return 0
}

function none(print: Print): number {
  print('there is no such delivery')
  return 1
}
