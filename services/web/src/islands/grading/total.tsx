import { Fresh } from '../display/fresh.tsx'
import { afterPenalty } from '@course-grading/domain/rubrics/upstream-points'
import { formatPercent, formatPoints } from '../display/formats.ts'
import { localizedText } from '../display/localized-text.ts'
import { isSeenUpstream } from '../display/upstream-sentence.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'

/** The total of what the fields hold, its parts, and what A+ will show. */
export function Total({ page: { texts, start, fields, latePenalty = null } }: { readonly page: GradingPage }) {
  const { total, inPlatform } = texts.grading
  const { outOf, parts: partNames } = texts.feedback
  const { points, upstreamPoints, parts } = judgeFields({ ...start.assessment, ...start.exercise }, fields)
  const shown = (value: number): string => formatPoints(start.locale, value)
  const { rubric, upstreamMaxPoints } = start.assessment
  const inUpstream = (scaled: number): string => {
    if (latePenalty === null || latePenalty === 0) return inPlatform(shown(scaled), shown(upstreamMaxPoints))
    const { maxPoints } = rubric.document
    const counted = shown(afterPenalty({ points, maxPoints, upstreamMaxPoints, latePenalty }))
    return texts.upstream.willCount(
      upstreamMaxPoints === maxPoints ? counted : outOf(counted, shown(upstreamMaxPoints)),
      formatPercent(start.locale, latePenalty),
    )
  }
  const nameOf = (part: (typeof parts)[number]): string => {
    const criterion = rubric.document.criteria.find(({ id }) => part.kind === 'criterion' && id === part.criterionId)
    return criterion ? localizedText(criterion.title, start.locale) : partNames[part.kind]
  }
  return (
    <details class="total number">
      <summary>
        <span class="visually-hidden">{total} </span>
        <b>
          <Fresh text={shown(points)} />
        </b>{' '}
        <span class="quiet">{`/ ${shown(rubric.document.maxPoints)}`}</span>
        <span class="quiet small parts" aria-hidden="true">
          <Fresh text={parts.map((part) => `${nameOf(part)} ${shown(part.points)}`).join(' + ')} />
        </span>
        {upstreamPoints !== null && !isSeenUpstream(start.assessment.upstream) && (
          <span class="quiet small">
            {' '}
            <Fresh text={inUpstream(upstreamPoints)} />
          </span>
        )}
      </summary>
      <dl class="sums">
        {parts.map((part, place) => (
          <div key={place}>
            <dt>
              <Fresh text={nameOf(part)} />
            </dt>
            <dd>
              <Fresh text={shown(part.points)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
