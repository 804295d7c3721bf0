import { useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { TimeIn } from '../display/time.tsx'
import type { Answer } from './ask.ts'
import type { GradingStart } from './grading-start.ts'
import { LeftFields } from './left-fields.tsx'
import type { AnswerTitles } from './name-of-field.ts'
import type { ParkedSaves } from './replies.ts'

interface ParkedDraftsProps {
  readonly texts: Texts
  readonly start: GradingStart
  readonly answerTitles: AnswerTitles | undefined
  readonly load: () => Promise<Answer<ParkedSaves>>
}

/** The person's refused saves, which the boundary keeps. They are read once somebody wants to see them. */
export function ParkedDrafts({ texts, start, answerTitles, load }: ParkedDraftsProps) {
  const [answer, setAnswer] = useState<Answer<ParkedSaves> | null>(null)
  const { live } = texts
  const { items, hasMore } = answer?.kind === 'ok' ? answer.value : { items: [], hasMore: false }
  const look = async (): Promise<void> => setAnswer(await load())
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void look()}>
      <summary>{live.parked.title}</summary>
      {answer !== null && items.length === 0 && (
        <output class="quiet">{answer.kind === 'ok' ? live.parked.none : live.stops['not-left']}</output>
      )}
      {items.map(({ refusedAt, fields }) => (
        <LeftFields
          key={refusedAt}
          texts={texts}
          start={start}
          answerTitles={answerTitles}
          title={<TimeIn text={live.parked.refused} at={refusedAt} />}
          left={{ base: {}, mine: fields }}
          otherwise={live.parked.stands}
        />
      ))}
      {hasMore && <p class="quiet">{live.parked.older}</p>}
    </details>
  )
}
