import type { ComponentChildren } from 'preact'
import { type Deciding, DecisionForm, DecisionHint, type TypedReason } from './decision-form.tsx'
import { GradesTable } from './grades-table.tsx'
import { type DeliveryProps, noteOn, StateTag } from './state-note.tsx'

interface DeliveryCardProps extends DeliveryProps, Deciding {
  readonly label: string
  /** As `DecisionForm` has them. */
  readonly list: string | null
  readonly typed: TypedReason | null
  /** Its heading, and what stands before it. */
  readonly children: ComponentChildren
}

/** How a delivery stands, and what can be decided about it. */
export function DeliveryCard({ label, children, texts, locale, delivery, userId, list, typed }: DeliveryCardProps) {
  const note = noteOn({ texts, locale, delivery })
  return (
    <section class="card delivery" aria-label={label}>
      <header>
        {children}
        <StateTag texts={texts} delivery={delivery} />
      </header>
      {note && <p>{note}</p>}
      <GradesTable texts={texts} locale={locale} delivery={delivery} />
      <DecisionHint texts={texts} delivery={delivery} />
      <DecisionForm texts={texts} locale={locale} delivery={delivery} userId={userId} list={list} typed={typed} />
    </section>
  )
}
