import { upstreamPoints } from '../rubrics/upstream-points.ts'
import { formatNumber, formatPercent } from '../localisation/numbers.ts'
import { type FixedLanguage, fixedLanguage, fixedWords } from './fixed-words.ts'

export interface PointsOfResult {
  readonly points: number
  readonly maxPoints: number
}

export interface ScaledPoints {
  readonly upstreamPoints: number
  readonly upstreamMaxPoints: number
}

export function scaledPoints({ points, maxPoints }: PointsOfResult, upstreamMaxPoints: number): ScaledPoints {
  return { upstreamPoints: upstreamPoints(points, maxPoints, upstreamMaxPoints), upstreamMaxPoints }
}

const placeholderOf = (language: FixedLanguage): string => `{{upstreamPoints ${language}}}`
const headingForm = /^(?<heading><h3>[^<{]*)\{\{upstreamPoints (?<language>en|fi|sv)\}\}(?=<\/h3>)/

/** Begins the frozen text of a result. A placeholder stands for the points upstream, since their maximum may still change. */
export function pointsHeading({ points, maxPoints }: PointsOfResult, language: string): string {
  const words = fixedWords(language)
  const [given, most] = [formatNumber(language, points), formatNumber(language, maxPoints)]
  return `<h3>${words.points}: ${given} ${words.outOf} ${most}${placeholderOf(fixedLanguage(language))}</h3>`
}

interface UpstreamRules {
  readonly maxPoints: number
  readonly latePenalty: number | null
}

/**
 * Fills the placeholder in the heading of a frozen text with the points upstream if they differ. With a penalty the heading names the points
 * as given, since the platform shows others, which may change with a later decision there. Whatever a person wrote stays.
 */
export function fillUpstreamPoints(html: string, result: PointsOfResult, upstream: UpstreamRules): string {
  return html.replace(headingForm, (_found, heading: string, language: FixedLanguage) => {
    const { inUpstream, outOf, given, forLateness } = fixedWords(language)
    const { upstreamPoints: scaled } = scaledPoints(result, upstream.maxPoints)
    const isSame = scaled === result.points && upstream.maxPoints === result.maxPoints
    const isLate = (upstream.latePenalty ?? 0) > 0
    const rules = [
      ...(isSame ? [] : [`${formatNumber(language, scaled)} ${outOf} ${formatNumber(language, upstream.maxPoints)}`]),
      ...(isLate ? [forLateness(formatPercent(language, upstream.latePenalty ?? 0))] : []),
    ]
    const points = isLate ? `${heading} ${given}` : heading
    return rules.length === 0 ? points : `${points}; ${inUpstream} ${rules.join(', ')}`
  })
}
