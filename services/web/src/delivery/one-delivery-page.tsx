import { Time } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import type { Deciding, TypedReason } from './decision-form.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { type DeliveryProps, whoOf, wordsOf } from './state-note.tsx'

/** The page after a decision that could not be made. */
export interface DeliveryAgain extends TypedReason {
  readonly hasChanged: boolean
}

interface OneDeliveryPageProps extends DeliveryProps, Deciding {
  readonly said: string | null
  readonly again: DeliveryAgain | null
}

export function OneDeliveryPage(props: OneDeliveryPageProps) {
  const { texts, locale, delivery, userId, said, again } = props
  const { changedMeanwhile } = texts.deliveries
  return (
    <>
      <div>
        <h1>{whoOf(delivery, texts)}</h1>
        <p class="quiet small">
          {nameOfExercise(delivery, texts, locale)} · {texts.course.submission(delivery.submissionId)} ·{' '}
          <a href={`/grade/${delivery.assessmentId}`}>{texts.queue.assessment}</a>
        </p>
      </div>
      <Said texts={[said]} />
      {again?.hasChanged === true && (
        <p class="notice bad" role="alert">
          {changedMeanwhile}
        </p>
      )}
      <DeliveryCard
        texts={texts}
        locale={locale}
        delivery={delivery}
        userId={userId}
        label={texts.deliveries.state}
        list={null}
        typed={again}
      >
        <h2>{texts.deliveries.state}</h2>
      </DeliveryCard>
      <Sends texts={texts} delivery={delivery} />
      <Decisions texts={texts} delivery={delivery} />
    </>
  )
}

type PartProps = Omit<DeliveryProps, 'locale'>

function Sends({ texts, delivery: { sends } }: PartProps) {
  const { title, number, began, became } = texts.deliveries.sends
  if (sends.length === 0) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      <RowTable
        rows={sends}
        keyOf={(send) => send.number}
        columns={[
          { title: number, cell: (send) => send.number },
          { title: began, cell: ({ startedAt }) => startedAt && <Time at={startedAt} /> },
          { title: became, cell: (send) => wordsOf(send, texts) },
        ]}
      />
    </section>
  )
}

function Decisions({ texts, delivery: { decisions } }: PartProps) {
  const { buttons, decisions: title, operator } = texts.deliveries
  if (decisions.length === 0) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="list">
        {decisions.map(({ as, by, at, reason }) => (
          <li key={at}>
            <span class="quiet small time">
              <Time at={at} />
            </span>
            <span>{`${by?.fullName ?? operator}: ${buttons[as]}`}</span>
            {reason !== null && <q>{reason}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}
