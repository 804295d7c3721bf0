import { resolutions } from '@course-grading/contracts/delivery/delivery'
import type { Texts } from '../texts/texts.ts'
import type { Resolution } from './choices-of.ts'
import { type Deciding, DecisionButtons, FirstOfForm, ReasonField, type TypedReason } from './decision-form.tsx'

interface SeveralFormProps extends Deciding {
  readonly texts: Texts
  readonly path: string
  readonly choices: ReadonlySet<Resolution>
  readonly typed: TypedReason | null
}

/** Decides about all deliveries whose boxes are ticked: they belong to this form. */
export function SeveralForm({ texts, userId, path, choices, typed }: SeveralFormProps) {
  const { buttons, several } = texts.deliveries
  const named = (text: string) => `${text}: ${several.title}`
  return (
    <section class="card" aria-label={several.title}>
      <h2>{several.title}</h2>
      <p class="small">{several.what}</p>
      <form id="several" method="post" action={path} class="decision" autoComplete="off">
        <FirstOfForm userId={userId} />
        <ReasonField texts={texts} id="reason-of-several" typed={typed} label={named(texts.grading.take.why)} />
        <span class="buttons">
          <DecisionButtons choices={resolutions.filter((as) => choices.has(as))} texts={buttons} nameOf={named} />
        </span>
      </form>
    </section>
  )
}
