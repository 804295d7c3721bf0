import { formatPoints } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import type { Texts } from '../texts/texts.ts'
import { choicesOf, factsOf, isGradedElsewhere, type Resolution } from './choices-of.ts'
import { deliveryPath } from './shown-list.ts'
import { type DeliveryProps, titleOf } from './state-note.tsx'

/** Whose form it is. */
export interface Deciding {
  readonly userId: number
}

export interface TypedReason {
  readonly reason: string
  readonly fault: string | null
}

interface DecisionFormProps extends DeliveryProps, Deciding {
  /** The list that the page shows, to which a decision leads back; null on a page of the delivery's own. */
  readonly list: string | null
  readonly typed: TypedReason | null
}

/** The buttons that its state has, and none other. */
export function DecisionForm({ texts, locale, delivery, userId, list, typed }: DecisionFormProps) {
  const { buttons, gradeAgain, sendOurs, keepTheirs } = texts.deliveries
  const choices = choicesOf(delivery)
  if (choices.length === 0) return null
  const theirs = delivery.seenUpstream?.grade ?? null
  const replaced = isGradedElsewhere(delivery)
    ? { send_again: sendOurs(theirs === null ? '–' : formatPoints(locale, theirs)), cancelled: keepTheirs }
    : {}
  const title = titleOf({ texts, locale, delivery })
  const named = (text: string) => (list === null ? undefined : `${text}: ${title}`)
  return (
    <form method="post" action={deliveryPath(delivery.id)} class="decision" autoComplete="off">
      <FirstOfForm userId={userId} />
      <input type="hidden" name="facts" value={factsOf(delivery)} />
      {list !== null && <input type="hidden" name="to" value={list} />}
      <ReasonField texts={texts} id={`reason-${delivery.id}`} typed={typed} label={named(texts.grading.take.why)} />
      <span class="buttons">
        <DecisionButtons choices={choices} texts={{ ...buttons, ...replaced }} nameOf={named} />
        {delivery.state === 'refused' && (
          <a class="button" href={`/grade/${delivery.assessmentId}`} aria-label={named(gradeAgain)}>
            {gradeAgain}
          </a>
        )}
      </span>
    </form>
  )
}

/** Who typed the form; and the button that Enter would press, which does nothing: each of the others is final. */
export const FirstOfForm = ({ userId }: Deciding) => (
  <>
    <button disabled hidden aria-hidden="true" />
    <input type="hidden" name="person" value={userId} />
  </>
)

interface DecisionButtonsProps {
  readonly choices: readonly Resolution[]
  readonly texts: Readonly<Record<Resolution, string>>
  readonly nameOf: (text: string) => string | undefined
}

export const DecisionButtons = ({ choices, texts, nameOf }: DecisionButtonsProps) => (
  <>
    {choices.map((as) => (
      <button
        key={as}
        name="as"
        value={as}
        class={as === 'send_again' ? 'main' : undefined}
        aria-label={nameOf(texts[as])}
      >
        {texts[as]}
      </button>
    ))}
  </>
)

interface ReasonFieldProps {
  readonly texts: Texts
  readonly id: string
  readonly typed: TypedReason | null
  /** Where several stand on a page. */
  readonly label: string | undefined
}

export function ReasonField({ texts, id, typed, label }: ReasonFieldProps) {
  const fault = typed?.fault ?? null
  return (
    <div>
      <label for={id}>{texts.grading.take.why}</label>
      <input
        id={id}
        name="reason"
        value={typed?.reason}
        maxLength={500}
        required
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        autofocus={fault !== null || undefined}
      />
      {fault !== null && (
        <p id={`${id}-fault`} class="error small">
          {fault}
        </p>
      )}
    </div>
  )
}

/** What to know before the decision. */
export function DecisionHint({ texts, delivery }: Omit<DeliveryProps, 'locale'>) {
  const { elsewhere, look, laterFrom } = texts.deliveries.hints
  const { state, deliverable, sends, decideFrom } = delivery
  if (state === 'ambiguous')
    return (
      <p class="small">
        {look}{' '}
        {decideFrom !== null && !choicesOf(delivery).includes('send_again') && (
          <TimeIn text={laterFrom} at={decideFrom} />
        )}
      </p>
    )
  if (state !== 'refused') return null
  if (isGradedElsewhere(delivery)) return <p class="small">{elsewhere}</p>
  // The reason says the same.
  const isSaid = deliverable || sends.at(-1)?.kind === 'capability_gone'
  return isSaid ? null : <p class="small">{texts.release.notes.undeliverable}</p>
}
