import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { formatOutOf } from '../islands/display/formats.ts'
import { Time } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { RowTable } from '../layout/row-table.tsx'
import { Said } from '../layout/said.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import { choicesOf, factsOf, isGradedElsewhere } from './choices-of.ts'
import type { Deciding, TypedReason } from './decision-form.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { SeveralForm } from './several-form.tsx'
import { deliveryPath, listPath, type ShownList, shownLists } from './shown-list.ts'
import { noteOn, StateTag, titleOf, whoOf } from './state-note.tsx'

export interface ReadPage {
  readonly list: ShownList
  readonly items: readonly Delivery[]
  readonly nextCursor: string | null
}

/** The page after a decision about several that could not be made, or not about all. */
export interface SeveralAgain extends TypedReason {
  readonly ticked: readonly string[]
  readonly failed: readonly Delivery[]
}

interface DeliveriesPageProps extends Deciding {
  readonly texts: Texts
  readonly locale: Locale
  readonly courseId: number
  readonly shown: ShownList
  /** The address of the page. */
  readonly path: string
  readonly open: readonly ReadPage[]
  /** Null where the page has only what waits for a decision. */
  readonly rows: ReadPage | null
  readonly said: string | null
  readonly again: SeveralAgain | null
}

export function DeliveriesPage(props: DeliveriesPageProps) {
  const { texts, locale, courseId, shown, path, open, rows, said, again, userId } = props
  const { title, nothing, notThese } = texts.deliveries
  const waiting = open.flatMap(({ items }) => items)
  const several = waiting.filter((delivery) => !isGradedElsewhere(delivery))
  const nameOf = (delivery: Delivery) => titleOf({ texts, locale, delivery })
  return (
    <>
      <h1>{title}</h1>
      <Said texts={[said]} />
      {again !== null && again.failed.length > 0 && (
        <div class="notice bad" role="alert">
          <p>{notThese}</p>
          <ul>
            {again.failed.map((delivery) => (
              <li key={delivery.id}>
                <a href={deliveryPath(delivery.id)}>{nameOf(delivery)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Lists texts={texts} courseId={courseId} shown={shown} />
      {open.length > 0 && waiting.length === 0 && <p class="quiet">{nothing}</p>}
      {open.map((page) => (
        <>
          {page.items.map((delivery) => (
            <OpenDelivery
              key={delivery.id}
              texts={texts}
              locale={locale}
              delivery={delivery}
              userId={userId}
              list={path}
              isTicked={several.length > 1 && !isGradedElsewhere(delivery) ? isIn(again, delivery) : null}
            />
          ))}
          <Next texts={texts} courseId={courseId} page={page} />
        </>
      ))}
      {several.length > 1 && (
        <SeveralForm
          texts={texts}
          userId={userId}
          path={path}
          choices={new Set(several.flatMap((delivery) => choicesOf(delivery)))}
          typed={again}
        />
      )}
      {rows && <DeliveryRows texts={texts} locale={locale} courseId={courseId} page={rows} />}
    </>
  )
}

const isIn = (again: SeveralAgain | null, { id }: Delivery): boolean => again?.ticked.includes(id) === true

type ListsProps = Pick<DeliveriesPageProps, 'texts' | 'courseId' | 'shown'>

const Lists = ({ texts, courseId, shown }: ListsProps) => (
  <nav class="card" aria-label={texts.deliveries.which}>
    <ul class="states">
      {shownLists.map((list) => (
        <li key={list}>
          <a href={listPath(courseId, list)} aria-current={list === shown ? 'true' : undefined}>
            {texts.deliveries.lists[list]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

interface NextProps extends Pick<DeliveriesPageProps, 'texts' | 'courseId'> {
  readonly page: ReadPage
}

function Next({ texts, courseId, page: { list, nextCursor } }: NextProps) {
  if (nextCursor === null) return null
  const name = texts.deliveries.lists[list]
  return (
    <nav aria-label={`${texts.pages}: ${name}`}>
      <a href={listPath(courseId, list, nextCursor)}>{`${texts.nextPage}: ${name}`}</a>
    </nav>
  )
}

interface OpenDeliveryProps extends Deciding, Pick<DeliveriesPageProps, 'texts' | 'locale'> {
  readonly delivery: Delivery
  readonly list: string
  /** Null where it is decided about alone. */
  readonly isTicked: boolean | null
}

function OpenDelivery({ texts, locale, delivery, userId, list, isTicked }: OpenDeliveryProps) {
  const title = titleOf({ texts, locale, delivery })
  return (
    <DeliveryCard
      texts={texts}
      locale={locale}
      delivery={delivery}
      userId={userId}
      label={title}
      list={list}
      typed={null}
    >
      {isTicked !== null && (
        <input
          type="checkbox"
          name="delivery"
          value={`${delivery.id} ${factsOf(delivery)}`}
          form="several"
          checked={isTicked}
          autoComplete="off"
          aria-label={texts.deliveries.several.tick(title)}
        />
      )}
      <h2>
        <a href={deliveryPath(delivery.id)}>{title}</a>
      </h2>
    </DeliveryCard>
  )
}

interface DeliveryRowsProps extends NextProps {
  readonly locale: Locale
}

function DeliveryRows({ texts, locale, courseId, page }: DeliveryRowsProps) {
  const { lists, state, lastChange } = texts.deliveries
  const { who, points, exerciseTitle, nobody } = texts.queue
  return (
    <>
      <section class="card">
        <h2>{lists[page.list]}</h2>
        {page.items.length === 0 ? (
          <p class="quiet">{nobody}</p>
        ) : (
          <RowTable
            rows={page.items}
            keyOf={({ id }) => id}
            columns={[
              { title: who, cell: (delivery) => <a href={deliveryPath(delivery.id)}>{whoOf(delivery, texts)}</a> },
              { title: exerciseTitle, cell: (delivery) => nameOfExercise(delivery, texts, locale) },
              {
                title: points,
                isNumber: true,
                cell: (delivery) => formatOutOf(locale, delivery.points, delivery.maxPoints),
              },
              { title: state, cell: (delivery) => <StateTag texts={texts} delivery={delivery} /> },
              { title: texts.release.unsettled.why, cell: (delivery) => noteOn({ texts, locale, delivery }) },
              { title: lastChange, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
            ]}
          />
        )}
      </section>
      <Next texts={texts} courseId={courseId} page={page} />
    </>
  )
}
