import { upstreamPoints } from '../rubrics/upstream-points.ts'
import { type FixedLanguage, fixedLanguage, fixedWords } from './fixed-words.ts'

export interface PointsOfResult {
  readonly points: number
  readonly maxPoints: number
}

/** What the learning platform makes of points, before any penalty for lateness. */
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
  return `<h3>${words.points}: ${points} ${words.outOf} ${maxPoints}${placeholderOf(fixedLanguage(language))}</h3>`
}

/** Fills the placeholder in the heading of a frozen text with the points upstream if they differ. Whatever a person wrote stays. */
export function fillUpstreamPoints(html: string, result: PointsOfResult, upstreamMaxPoints: number): string {
  return html.replace(headingForm, (_found, heading: string, language: FixedLanguage) => {
    const { inUpstream, outOf } = fixedWords(language)
    const scaled = scaledPoints(result, upstreamMaxPoints)
    const isSame = scaled.upstreamPoints === result.points && upstreamMaxPoints === result.maxPoints
    return isSame ? heading : `${heading}; ${inUpstream} ${scaled.upstreamPoints} ${outOf} ${upstreamMaxPoints}`
  })
}
