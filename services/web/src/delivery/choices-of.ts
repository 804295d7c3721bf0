import type { Delivery, resolutions } from '@course-grading/contracts/delivery/delivery'

export type Resolution = (typeof resolutions)[number]

export const isGradedElsewhere = ({ sends }: Pick<Delivery, 'sends'>): boolean =>
  sends.at(-1)?.kind === 'graded_elsewhere'

/** What a teacher can decide about it by now; the boundary checks it by the clock of the database. */
export function choicesOf(delivery: Delivery): readonly Resolution[] {
  const { state, deliverable, decideFrom } = delivery
  if (state === 'refused')
    return isGradedElsewhere(delivery) || deliverable ? ['send_again', 'cancelled'] : ['cancelled']
  if (state !== 'ambiguous') return []
  const hasSettled = decideFrom !== null && Date.parse(decideFrom) <= Date.now()
  return hasSettled ? ['delivered', 'send_again', 'cancelled'] : ['delivered']
}

/** What a decision is about: where it differs from what a page showed, the page is shown again first. */
export const factsOf = ({ state, sends, seenUpstream }: Delivery): string =>
  [state, sends.length, seenUpstream?.grade, seenUpstream?.gradingTime, seenUpstream?.grader?.userId].join(' ')
