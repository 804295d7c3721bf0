import { type ShownAnnotation, type ShownFeedback, withCriteria } from '../feedback/rendered-feedback.ts'
import { filledBytes, maxPlaceholderBytes } from '../feedback/student-name.ts'
import { formatNumber } from '../localisation/numbers.ts'
import type { CompletedWork } from './completed-work.ts'
import { fixedWords } from './fixed-words.ts'
import { pointsHeading } from './points-heading.ts'
import { type ShownCriterion, type ShownResult, shownResult } from './shown-result.ts'
import { textAsHtml } from '../feedback/text-as-html.ts'
import { withCodePoints } from '../feedback/unseen-characters.ts'

export interface StudentText extends ShownFeedback {
  readonly result: ShownResult | null
}

export interface ResultTexts {
  /** HTML for the learning platform, in which people's markup was rendered and sanitised. `fillUpstreamPoints` completes it. */
  readonly feedbackHtml: string
  /** JSON text of what students may see of how the points came about. */
  readonly payload: string
  /** JSON text of a `StudentText`, for students who read the result here. */
  readonly studentText: string
}

export const maxFeedbackBytes = 500_000

/** Leaves out notes and what students must not see. The same work gives the same texts, and sanitising them again changes nothing. */
export function resultTexts(work: CompletedWork): ResultTexts {
  const { document, byCriterion, rubricId, version, wording } = work
  const result = shownResult(work)
  const visible = document.criteria.filter(({ visibleToStudent }) => visibleToStudent)
  const feedback = withCriteria(
    work.feedback,
    visible.map(({ id }) => id),
  )
  const criteria = Object.fromEntries(visible.map(({ id }) => [id, byCriterion[id] ?? 0]))
  return {
    feedbackHtml: feedbackHtml(feedback, result),
    payload: JSON.stringify({ rubricId, version, wording, criteria }),
    studentText: JSON.stringify({ ...feedback, result } satisfies StudentText),
  }
}

function feedbackHtml({ language, bodyHtml, annotations }: ShownFeedback, result: ShownResult): string {
  const words = fixedWords(language)
  return pointsHeading(result, language) + tableOf(result, language) + bodyHtml + annotationsHtml(annotations, words)
}

type Words = ReturnType<typeof fixedWords>

function tableOf({ criteria, adjustment, parts }: ShownResult, language: string): string {
  const words = fixedWords(language)
  const partRow = (title: string, points: number, comment = ''): string =>
    rowOf(title, formatNumber(language, points), textAsHtml(comment))
  const rowsOf = (kind: keyof Words['parts']) =>
    parts.filter((part) => part.kind === kind).map(({ points }) => partRow(words.parts[kind], points))
  const adjusted = adjustment === null ? [] : [partRow(words.adjustment, adjustment.points, adjustment.reason)]
  const rows = [
    ...rowsOf('starting'),
    ...criteria.map((criterion) =>
      rowOf(wordingOf(criterion, words), formatNumber(language, criterion.points), criterion.commentHtml ?? ''),
    ),
    ...rowsOf('hidden'),
    ...rowsOf('automatic'),
    ...adjusted,
    ...rowsOf('rounding'),
    ...rowsOf('limit'),
  ]
  if (rows.length === 0) return ''
  const head = `<tr><th>${words.criterion}</th><th>${words.points}</th><th>${words.comment}</th></tr>`
  return `<table class="table"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`
}

const rowOf = (title: string, points: string, comment: string): string =>
  `<tr><td>${title}</td><td>${points}</td><td>${comment}</td></tr>`

function wordingOf({ title, chosen, notChosen }: ShownCriterion, words: Words): string {
  const others = notChosen.length === 0 ? '' : `<p>${words.notChosen}:</p>${listOf(notChosen)}`
  return textAsHtml(title) + listOf(chosen) + others
}

function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>${texts.map((each) => `<li>${textAsHtml(each)}</li>`).join('')}</ul>`
}

function annotationsHtml(annotations: readonly ShownAnnotation[], words: Words): string {
  const html: string[] = []
  let place: string | null = null
  /** Two fields of a form may have files with the same name. */
  const files = new Map<string, number>()
  for (const { anchor, startLine, endLine, kind, bodyHtml } of annotations) {
    const next = 'answerKey' in anchor ? `answer ${anchor.answerKey}` : `file ${anchor.fileId} ${anchor.path}`
    if (next !== place)
      html.push(
        `${place === null ? '' : '</ul>'}<h4>${textAsHtml(withCodePoints(headingOf(anchor, files, words)))}</h4><ul>`,
      )
    place = next
    const lines = startLine === endLine ? `${words.line} ${startLine}` : `${words.lines} ${startLine}–${endLine}`
    html.push(`<li><strong>${lines}: ${words.kinds[kind]}</strong>${bodyHtml}</li>`)
  }
  return place === null ? '' : `${html.join('')}</ul>`
}

function headingOf(anchor: ShownAnnotation['anchor'], files: Map<string, number>, words: Words): string {
  if ('answerKey' in anchor) return `${words.answer}: ${anchor.answerKey}`
  const count = (files.get(anchor.path) ?? 0) + 1
  files.set(anchor.path, count)
  return count === 1 ? anchor.path : `${anchor.path} (${count})`
}

/** Counts also what fills the heading. A text with more tags would take too long to sanitise before the send. */
export function isSendable(html: string): boolean {
  return filledBytes(html) + maxPlaceholderBytes <= maxFeedbackBytes && html.split('<').length <= maxTags
}

const maxTags = 20_000
