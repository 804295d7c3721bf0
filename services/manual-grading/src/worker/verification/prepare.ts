import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type CallbackTarget, checkCallbackUrl } from '@course-grading/domain/delivery/callback-url'
import { fillUpstreamPoints } from '@course-grading/domain/assessments/points-heading'
import type { GoOn } from '@course-grading/domain/delivery/verification-verdict'
import { gradeForm } from '@course-grading/domain/delivery/grade-form'
import { fillStudentName } from '@course-grading/domain/feedback/student-name'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import { capabilityContext } from '@course-grading/sealing'
import { CallbackError } from '../../callback/callback-error.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

export interface PreparedSend {
  readonly target: CallbackTarget
  /** Makes the body of the POST, with the points by the maximum and the penalty that the platform applies now, for students. */
  readonly formFor: (seen: Pick<GoOn, 'maxPoints' | 'latePenalty'>) => string
}

/** Makes all checks without the network. @throws CallbackError capability_gone, key_unknown, not_allowed, invalid_result */
export function prepareSend(
  deps: Pick<WorkerDeps, 'sealer' | 'allowed' | 'metrics'>,
  delivery: LeasedDelivery,
): PreparedSend {
  const target = openCapability(deps, delivery)
  const sanitised = sanitiseFeedback(delivery.feedbackHtml)
  if (sanitised === null) throw new CallbackError('invalid_result')
  const named = fillStudentName(sanitised, delivery.submitterNames)
  const result = { points: Number(delivery.points), maxPoints: Number(delivery.maxPoints) }
  const formFor: PreparedSend['formFor'] = ({ maxPoints, latePenalty }) => {
    const upstream = { maxPoints: maxPoints ?? delivery.upstreamMaxPoints, latePenalty }
    const form = gradeForm({ ...delivery, feedbackHtml: fillUpstreamPoints(named, result, upstream) })
    if (!form.ok) throw new CallbackError('invalid_result')
    return form.body
  }
  formFor({ maxPoints: null, latePenalty: null })
  return { target, formFor }
}

interface StoredCallback {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
  /** Null if the capability was deleted, has expired, or was erased. */
  readonly capability: { readonly sealedUrl: Buffer } | null
}

/** The URL of a capability is checked again at each use. @throws CallbackError capability_gone, key_unknown, not_allowed */
export function openCapability(
  { sealer, allowed, metrics }: Pick<WorkerDeps, 'sealer' | 'allowed' | 'metrics'>,
  stored: StoredCallback,
): CallbackTarget {
  if (stored.capability === null) throw new CallbackError('capability_gone')
  const opened = sealer.open(stored.capability.sealedUrl, capabilityContext(stored))
  // A missing key can be put back into the ring. A URL that its own key does not open is lost.
  if (!opened.ok) throw new CallbackError(opened.reason === 'unknown_key' ? 'key_unknown' : 'capability_gone')
  const check = checkCallbackUrl(opened.plaintext, stored.submissionId, allowed)
  if (check.ok) return check.target
  metrics.rejectedUrl(check.verdict)
  throw new CallbackError('not_allowed')
}
