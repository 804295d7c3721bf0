import {
  type CapabilityWrite,
  upsertCapability,
  type RegisterOutcome,
} from '@course-grading/data/capabilities/register-capability'
import { type CallbackUrlProblem, checkCallbackUrl } from '@course-grading/domain/delivery/callback-url'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { capabilityContext, originDigest } from '@course-grading/sealing'
import type { GraderHandler } from '../access/handler.ts'

/** None repeats any part of the URL, since it is a secret even if it is not allowed. */
const explanations: Readonly<Record<CallbackUrlProblem, string>> = {
  too_long: 'Is too long.',
  forbidden_character: 'Holds a character that no callback URL has.',
  userinfo: 'Holds a user name or password.',
  not_canonical: 'Is not written as URLs are.',
  origin: 'Is of an origin that is not allowed.',
  path: 'Has a path that is not allowed.',
  query: 'Must have one query parameter, token.',
  token: 'Has no token of a submission.',
  exercise_kind: 'Makes submissions; one that grades a submission is needed.',
  other_submission: 'Is of another submission.',
}

const tooExact: Issue = {
  path: '$.autoPoints',
  code: 'invalid_value',
  message: 'Must have at most two decimal places.',
}
const taken: Issue = {
  path: '$.exerciseId',
  code: 'conflict',
  message: 'The submission is known as one of another exercise or course.',
}

export const registerCapability: GraderHandler<'registerCapability'> = async ({ body, requestId }, deps) => {
  const { callbackUrl, fixture = false, autoPoints = null, ...registration } = body
  const { courseId, exerciseId, submissionId } = registration
  if (autoPoints !== null && !hasTwoPlacesAtMost(autoPoints))
    throw new DomainError('validation_failed', { issues: [tooExact] })
  const check = checkCallbackUrl(callbackUrl, submissionId, deps.allowed)
  if (!check.ok) {
    deps.metrics.rejectedUrl(check.verdict)
    deps.logger.warn('callback not allowed', {
      event: 'callback_not_allowed',
      courseId,
      exerciseId,
      submissionId,
      reason: check.verdict,
      requestId,
    })
    throw new DomainError('callback_not_allowed', {
      issues: [{ path: '$.callbackUrl', code: 'invalid_value', message: explanations[check.verdict] }],
    })
  }
  if (fixture && !deps.fixturesEnabled) throw new DomainError('fixtures_disabled')
  const { sealed, keyId } = deps.sealer.seal(callbackUrl, capabilityContext(registration))
  const write: CapabilityWrite = {
    ...registration,
    sealedUrl: sealed,
    keyId,
    originDigest: originDigest(check.target.origin),
    autoPoints,
    fixture,
    ttlDays: deps.ttlDays,
    settleS: deps.registrationSettleS,
  }
  const { created, heldAgain, capability } = registered(
    await deps.database.transaction((tx) => upsertCapability(tx, write)),
  )
  deps.logger.info('capability registered', {
    event: 'capability_registered',
    courseId,
    exerciseId,
    submissionId,
    outcome: created ? 'created' : 'replaced',
    requestId,
  })
  if (heldAgain && capability.delivery !== null) {
    deps.logger.info('delivery held again', {
      event: 'delivery_registered_again',
      deliveryId: capability.delivery.id,
      courseId,
      exerciseId,
      submissionId,
      requestId,
    })
  }
  return { status: created ? 201 : 200, body: capability }
}

/** Compares the decimal digits, since arithmetic with binary fractions is not exact. */
const hasTwoPlacesAtMost = (points: number): boolean => Number(points.toFixed(2)) === points

function registered(outcome: RegisterOutcome): Extract<RegisterOutcome, { outcome: 'registered' }> {
  if (outcome.outcome === 'registered') return outcome
  if (outcome.outcome === 'conflict') throw new DomainError('validation_failed', { issues: [taken] })
  throw new DomainError(outcome.outcome)
}
