import { formatPoints } from '../formats.ts'
import type { GradingPage } from './grading-page.ts'
import { judgeFields } from './judgement.ts'

/** The total of what the fields hold now, and what A+ will show. */
export function Total({ page: { texts, start, fields } }: { readonly page: GradingPage }) {
  const { total, inPlatform } = texts.grading
  const { outOf } = texts.feedback
  const { points, upstreamPoints } = judgeFields({ ...start.assessment, ...start.exercise }, fields)
  const shown = (value: number): string => formatPoints(start.locale, value)
  const { rubric, upstreamMaxPoints } = start.assessment
  return (
    <span class="number">
      {total} <b>{outOf(shown(points), shown(rubric.document.maxPoints))}</b>
      {upstreamPoints !== null && (
        <span class="quiet small"> {inPlatform(shown(upstreamPoints), shown(upstreamMaxPoints))}</span>
      )}
    </span>
  )
}
