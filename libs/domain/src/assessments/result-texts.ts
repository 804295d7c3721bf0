import type { Check, Criterion, Localized, RubricDocument } from '../rubrics/rubric-document.ts'
import type { Adjustment, Score, Scores } from '../rubrics/score.ts'
import { fixedWords } from './fixed-words.ts'

/** What is frozen when an assessment is completed. */
export interface CompletedWork {
  readonly rubricId: string | null
  readonly version: number
  readonly wording: number
  readonly document: RubricDocument
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly points: number
  readonly byCriterion: Readonly<Record<string, number>>
  /** The language of the text, and the first one of the course, which takes its place where a text lacks it. */
  readonly language: string
  readonly courseLanguage: string
}

export interface ResultTexts {
  /** For students: HTML without any markup that a person wrote. */
  readonly feedbackHtml: string
  /** JSON text of what students may see of how the points came about. */
  readonly payload: string
}

/** What the learning platform is sent as feedback has at most this many bytes. */
export const maxFeedbackBytes = 500_000

/**
 * What goes to the learning platform with the points: a heading and a table of the criteria that students may see. Grader notes,
 * private notes, and criteria and checks that students must not see are in neither. The same work gives the same texts.
 */
export function resultTexts(work: CompletedWork): ResultTexts {
  const { document, byCriterion, rubricId, version, wording } = work
  const visible = document.criteria.filter(({ visibleToStudent }) => visibleToStudent)
  const criteria = Object.fromEntries(visible.map(({ id }) => [id, byCriterion[id] ?? 0]))
  return {
    feedbackHtml: feedbackHtml(work, visible),
    payload: JSON.stringify({ rubricId, version, wording, criteria }),
  }
}

function feedbackHtml(work: CompletedWork, visible: readonly Criterion[]): string {
  const words = fixedWords(work.language)
  const rows = visible.map((criterion) => criterionRow(criterion, work))
  if (work.adjustment !== null) {
    const { points, reason } = work.adjustment
    rows.push(`<tr><td>${words.adjustment}</td><td>${points}</td><td>${asText(reason)}</td></tr>`)
  }
  const heading = `<h3>${words.points}: ${work.points} / ${work.document.maxPoints}</h3>`
  if (rows.length === 0) return heading
  const head = `<tr><th>${words.criterion}</th><th>${words.points}</th><th>${words.comment}</th></tr>`
  return `${heading}<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`
}

function criterionRow(criterion: Criterion, work: CompletedWork): string {
  const score = Object.hasOwn(work.scores, criterion.id) ? (work.scores[criterion.id] ?? {}) : {}
  const inLanguage = (text: Localized) => asText(localized(text, work))
  const chosen = chosenIn(criterion, score).map((title) => `<li>${inLanguage(title)}</li>`)
  const list = chosen.length === 0 ? '' : `<ul>${chosen.join('')}</ul>`
  const points = work.byCriterion[criterion.id] ?? 0
  const comment = asText(score.comment ?? '')
  return `<tr><td>${inLanguage(criterion.title)}${list}</td><td>${points}</td><td>${comment}</td></tr>`
}

/** Titles of what was chosen, as far as students may see it. */
function chosenIn(criterion: Criterion, { levelId, checks = {} }: Score): readonly Localized[] {
  if (criterion.kind === 'levels') return criterion.levels.filter(({ id }) => id === levelId).map(({ title }) => title)
  if (criterion.kind === 'points') return []
  const isChosen = ({ id, visibility }: Check) => visibility !== 'never' && Object.hasOwn(checks, id)
  return criterion.checks.filter(isChosen).map(({ title }) => title)
}

/** In the language asked for, else in the course's first one, else in the first that there is. */
function localized(text: Localized, { language, courseLanguage }: CompletedWork): string {
  const given = [language, courseLanguage].find((each) => Object.hasOwn(text, each))
  return (given === undefined ? Object.values(text)[0] : text[given]) ?? ''
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML that shows exactly that text; its lines stay lines. */
function asText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '').replaceAll(/\r\n|\r|\n/g, '<br>')
}
