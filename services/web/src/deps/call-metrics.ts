import type { FrontendTransportError, TransportOptions } from '@course-grading/frontend-transport'
import type { Metrics } from '@course-grading/http-kit'
import { Counter, Histogram } from 'prom-client'

/** `upstream`: the learning platform is away; `aborted`: the browser left, or the page waited no longer. */
type CallOutcome = 'ok' | 'refused' | 'failed' | 'upstream' | 'aborted'

const saves = /^patch(Assessment|Feedback)$/
/** The codes with which the contract refuses a save; any other code counts as `other`. */
const refusalCodes: readonly string[] = [
  'merge_conflict',
  'claim_lost',
  'not_in_state',
  'forbidden',
  'validation_failed',
]

export function createCallMetrics(metrics: Metrics): NonNullable<TransportOptions['onCall']> {
  const calls = new Counter({
    name: 'boundary_calls_total',
    help: 'Calls to frontend-internal by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [metrics],
  })
  const times = new Histogram({
    name: 'boundary_call_duration_seconds',
    help: 'Time of a call to frontend-internal',
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })
  const refusedSaves = new Counter({
    name: 'saves_refused_total',
    help: 'Saves of the grading page that were refused, by code',
    labelNames: ['code'],
    registers: [metrics],
  })
  // Each counter begins at 0, so that its first increment is an increase.
  for (const code of [...refusalCodes, 'other']) refusedSaves.inc({ code }, 0)
  return (operation, { error, seconds }) => {
    const outcome = outcomeOf(error)
    calls.inc({ operation, outcome })
    times.observe(seconds)
    if (outcome !== 'refused' || !saves.test(operation)) return
    const code = error?.code ?? 'other'
    refusedSaves.inc({ code: refusalCodes.includes(code) ? code : 'other' })
  }
}

function outcomeOf(error: FrontendTransportError | null): CallOutcome {
  if (error === null) return 'ok'
  const { kind, status = 500, code } = error
  if (kind !== undefined) return kind === 'aborted' ? 'aborted' : 'failed'
  if (code === 'upstream_unavailable') return 'upstream'
  // That the boundary does not know the frontend's secret is no fault of a person.
  return status >= 500 || code === 'invalid_frontend_secret' ? 'failed' : 'refused'
}
