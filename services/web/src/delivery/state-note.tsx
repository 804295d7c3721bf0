import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type { ComponentChildren } from 'preact'
import { formatPoints } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import type { Locale, Texts } from '../texts/texts.ts'
import { isGradedElsewhere } from './choices-of.ts'

export interface DeliveryProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly delivery: Delivery
}

export const whoOf = ({ submitters }: Pick<Delivery, 'submitters'>, texts: Texts): string =>
  submitters.map(({ fullName }) => fullName).join(', ') || texts.grading.who

/** Names a delivery among others. */
export const titleOf = ({ texts, locale, delivery }: DeliveryProps): string =>
  `${whoOf(delivery, texts)}, ${nameOfExercise(delivery, texts, locale)}`

const classes: Partial<Record<Delivery['state'], string>> = {
  delivered: 'tag good',
  refused: 'tag bad',
  ambiguous: 'tag warn',
}

export function StateTag({ texts, delivery: { state, standing } }: Omit<DeliveryProps, 'locale'>) {
  const { lists, changed } = texts.deliveries
  return state === 'delivered' && standing === 'changed' ? (
    <span class="tag warn">{changed}</span>
  ) : (
    <span class={classes[state] ?? 'tag'}>{lists[state]}</span>
  )
}

/** Why it is in its state, or what comes next; null where the state says it all. */
export function noteOn({ texts, locale, delivery }: DeliveryProps): ComponentChildren {
  const { confirmed, notes } = texts.deliveries
  const { state, deliverable, notBefore, confirmedBy, standing } = delivery
  if (state === 'refused') return refusalOf({ texts, locale, delivery })
  if (state === 'ambiguous') return doubtAbout(delivery, texts)
  if (state === 'held') return deliverable ? notes.held : texts.release.notes.undeliverable
  if (state === 'pending') return notBefore !== null && <TimeIn text={notes.nextTry} at={notBefore} />
  if (state === 'delivered')
    return [confirmedBy !== null && confirmed[confirmedBy], standing === 'changed' && notes.changed]
      .filter((part) => part !== false)
      .join(' ')
  return state === 'cancelled' && standing === 'ours' ? notes.foundAfterAll : null
}

function doubtAbout({ seenUpstream }: Delivery, { deliveries: { ambiguous, notSeen } }: Texts): ComponentChildren {
  if (seenUpstream === null) return ambiguous
  return <TimeIn text={(time) => `${ambiguous} ${notSeen(time)}`} at={seenUpstream.at} />
}

function refusalOf({ texts, locale, delivery }: DeliveryProps): string {
  const { gradedElsewhere } = texts.deliveries
  const last = delivery.sends.at(-1)
  const theirs = delivery.seenUpstream?.grade ?? null
  if (isGradedElsewhere(delivery) && theirs !== null) return gradedElsewhere(formatPoints(locale, theirs))
  return causeOf(last, texts) ?? texts.deliveries.refused
}

type Send = Delivery['sends'][number]

function causeOf(send: Send | undefined, { deliveries: { kinds }, release: { notes } }: Texts): string | null {
  const kind = send?.kind ?? ''
  if (kind === 'verification_refused' && send?.status === 404) return notes.gone
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : null
}

/** What became of a send, and why. */
export function wordsOf(send: Send, texts: Texts): string {
  const { outcomes, refused, underWay, replied } = texts.deliveries
  const { outcome, status } = send
  if (outcome === null) return underWay
  const cause = causeOf(send, texts)
  const effect = Object.hasOwn(outcomes, outcome) ? outcomes[outcome as keyof typeof outcomes] : null
  return [cause, status !== null && outcome !== 'delivered' && replied(status), effect ?? (cause === null && refused)]
    .filter((part) => part !== null && part !== false)
    .join(' ')
}
