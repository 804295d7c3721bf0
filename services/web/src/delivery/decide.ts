import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { resolutions } from '@course-grading/contracts/delivery/delivery'
import { HttpError } from '@course-grading/http-kit'
import { orRefused } from '../http/or-refused.ts'
import type { Visit } from '../http/visit.ts'
import { choicesOf, factsOf, type Resolution } from './choices-of.ts'

interface Decision {
  readonly id: string
  /** What the page showed of it. */
  readonly facts: string
  readonly as: Resolution
  readonly reason: string
}

export interface Decided {
  /** `changed`: it is not what the page showed, or somebody else decided. `reason`: the reason is none. */
  readonly outcome: 'done' | 'changed' | 'reason'
  readonly delivery: Delivery
}

/** Decides about what was shown, and about nothing else: a grade that nobody has looked at is not replaced. */
export async function decide(
  { boundary, requestId }: Visit,
  { id, facts, as, reason }: Decision,
  isOffered: (delivery: Delivery) => boolean = () => true,
): Promise<Decided> {
  const params = { id }
  const read = () => boundary.getDelivery({ params, requestId }).then(({ body }) => body)
  const delivery = await read()
  const isAsShown = factsOf(delivery) === facts && choicesOf(delivery).includes(as)
  if (!isAsShown || !isOffered(delivery)) return { outcome: 'changed', delivery }
  const deciding = boundary.resolveDelivery({ params, body: { as, reason }, requestId })
  return await orRefused<Decided>(
    deciding.then(({ body }) => ({ outcome: 'done', delivery: body })),
    ({ status }) => {
      if (status === 400) return { outcome: 'reason', delivery }
      return status === 409 ? read().then((standing) => ({ outcome: 'changed', delivery: standing })) : undefined
    },
  )
}

/** @throws HttpError validation_failed */
export function readDecision(form: URLSearchParams): Pick<Decision, 'as' | 'reason'> {
  const as = resolutions.find((each) => each === form.get('as'))
  if (as === undefined) throw new HttpError('validation_failed')
  return { as, reason: form.get('reason') ?? '' }
}
