import { formatPoints } from '../formats.ts'
import { localizedText } from '../localized-text.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'

/** The total of what the fields hold, its parts, and what A+ will show. */
export function Total({ page: { texts, start, fields } }: { readonly page: GradingPage }) {
  const { total, inPlatform } = texts.grading
  const { outOf, parts: partNames } = texts.feedback
  const { points, upstreamPoints, parts } = judgeFields({ ...start.assessment, ...start.exercise }, fields)
  const shown = (value: number): string => formatPoints(start.locale, value)
  const { rubric, upstreamMaxPoints } = start.assessment
  const nameOf = (part: (typeof parts)[number]): string => {
    const criterion = rubric.document.criteria.find(({ id }) => part.kind === 'criterion' && id === part.criterionId)
    return criterion ? localizedText(criterion.title, start.locale) : partNames[part.kind]
  }
  return (
    <details class="total number">
      <summary>
        {total} <b>{outOf(shown(points), shown(rubric.document.maxPoints))}</b>
        {upstreamPoints !== null && (
          <span class="quiet small"> {inPlatform(shown(upstreamPoints), shown(upstreamMaxPoints))}</span>
        )}
      </summary>
      <dl class="sums">
        {parts.map((part, place) => (
          <div key={place}>
            <dt>{nameOf(part)}</dt>
            <dd>{shown(part.points)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
