import type { ShownAnnotation, ShownFeedback } from '../feedback/rendered-feedback.ts'
import type { CompletedWork } from './completed-work.ts'
import { fixedWords } from './fixed-words.ts'
import { type ShownCriterion, type ShownResult, shownResult } from './shown-result.ts'
import { textAsHtml } from './text-as-html.ts'

/** What students read of a result. */
export interface StudentText extends ShownFeedback {
  readonly result: ShownResult | null
}

export interface ResultTexts {
  /** For the learning platform: HTML without any markup of a person but what was rendered and sanitised. */
  readonly feedbackHtml: string
  /** JSON text of what students may see of how the points came about. */
  readonly payload: string
  /** The same for students who read it here, as JSON text of a `StudentText`. */
  readonly studentText: string
}

/** What the learning platform is sent as feedback has at most this many bytes. */
export const maxFeedbackBytes = 500_000

/**
 * What goes to the learning platform with the points, and what students read here: the points, the criteria that students may see, and the
 * feedback document. Grader notes, private notes, and criteria and checks that students must not see are in neither. The same work gives
 * the same texts, and sanitising them again changes nothing.
 */
export function resultTexts(work: CompletedWork): ResultTexts {
  const { document, byCriterion, rubricId, version, wording, feedback } = work
  const result = shownResult(work)
  const visible = document.criteria.filter(({ visibleToStudent }) => visibleToStudent)
  const criteria = Object.fromEntries(visible.map(({ id }) => [id, byCriterion[id] ?? 0]))
  return {
    feedbackHtml: feedbackHtml(feedback, result),
    payload: JSON.stringify({ rubricId, version, wording, criteria }),
    studentText: JSON.stringify({ ...feedback, result } satisfies StudentText),
  }
}

function feedbackHtml({ language, bodyHtml, annotations }: ShownFeedback, result: ShownResult): string {
  const words = fixedWords(language)
  const heading = `<h3>${words.points}: ${result.points} / ${result.maxPoints}</h3>`
  return heading + tableOf(result, words) + bodyHtml + annotationsHtml(annotations, words)
}

type Words = ReturnType<typeof fixedWords>

function tableOf({ criteria, adjustment }: ShownResult, words: Words): string {
  const rows = criteria.map(criterionRow)
  if (adjustment !== null)
    rows.push(
      `<tr><td>${words.adjustment}</td><td>${adjustment.points}</td><td>${textAsHtml(adjustment.reason)}</td></tr>`,
    )
  if (rows.length === 0) return ''
  const head = `<tr><th>${words.criterion}</th><th>${words.points}</th><th>${words.comment}</th></tr>`
  return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`
}

function criterionRow({ title, points, chosen, commentHtml }: ShownCriterion): string {
  const items = chosen.map((each) => `<li>${textAsHtml(each)}</li>`)
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
  return `<tr><td>${textAsHtml(title)}${list}</td><td>${points}</td><td>${commentHtml ?? ''}</td></tr>`
}

/** A heading for each file or answer, and below it what was said about its lines. They come in this order. */
function annotationsHtml(annotations: readonly ShownAnnotation[], words: Words): string {
  const html: string[] = []
  let place: string | null = null
  for (const { anchor, startLine, endLine, kind, bodyHtml } of annotations) {
    const next = 'answerKey' in anchor ? `${words.answer}: ${anchor.answerKey}` : anchor.path
    if (next !== place) html.push(`${place === null ? '' : '</ul>'}<h4>${textAsHtml(next)}</h4><ul>`)
    place = next
    const lines = startLine === endLine ? `${words.line} ${startLine}` : `${words.lines} ${startLine}–${endLine}`
    html.push(`<li><strong>${lines}: ${words.kinds[kind]}</strong>${bodyHtml}</li>`)
  }
  return place === null ? '' : `${html.join('')}</ul>`
}
