import { maxFeedbackBodyLength } from '../feedback/feedback-text.ts'
import { fillPlaceholders } from '../feedback/placeholders.ts'
import { pickLanguage } from '../localisation/pick-language.ts'
import { everyPart, type PartRevisions } from '../documents/part-revisions.ts'
import { builtInRubric } from '../rubrics/built-in-rubric.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import type { Adjustment, Scores } from '../rubrics/score.ts'
import { scoreRubric } from '../rubrics/score-rubric.ts'

export interface BegunAssessment {
  readonly revision: number
  /** The author: whoever saved it last, else whoever claimed it last. */
  readonly graderId: number
  readonly rubricId: string | null
  readonly rubricVersion: number
  /** The maximum of the built-in rubric; null with another rubric. */
  readonly ownMaxPoints: number | null
  readonly partRevisions: PartRevisions
  readonly points: number
}

export interface AssessmentDraft extends BegunAssessment {
  readonly isSaved: boolean
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly privateNote: string
}

interface WorkToBegin {
  readonly language: string
  readonly maxPoints: number
  readonly autoPoints: number | null
  readonly addsAutoPoints: boolean
  readonly rubricId: string | null
  readonly rubricVersion: number
  readonly rubric: RubricDocument | null
  readonly templates: Readonly<Record<string, string>>
  readonly exerciseName: string
}

/** A draft in which nothing is judged takes the present rubric, or without one the present maximum, keeping points above it. A new rubric changes every part. */
export function beginAssessment(work: WorkToBegin, draft: AssessmentDraft | null, claimerId: number): BegunAssessment {
  const { rubricId, rubricVersion, rubric, maxPoints } = work
  const ofBuiltIn = (judged: Judgement) => pointsOf(work, builtInRubric(maxPoints), judged)
  const present = {
    rubricId,
    rubricVersion,
    ownMaxPoints: rubricId === null ? maxPoints : null,
    points: rubric === null ? ofBuiltIn(nothing) : pointsOf(work, rubric, nothing),
  }
  if (draft === null) return { ...present, graderId: claimerId, revision: 1, partRevisions: {} }
  const taken = draft.isSaved ? draft : { ...draft, graderId: claimerId }
  const revision = draft.revision + 1
  const isEmpty = Object.keys(draft.scores).length === 0 && draft.adjustment === null && draft.privateNote === ''
  if (isEmpty && (draft.rubricId !== rubricId || draft.rubricVersion !== rubricVersion))
    return { ...taken, ...present, revision, partRevisions: { [everyPart]: revision } }
  const ownMaxPoints = draft.rubricId === null ? maxPoints : null
  if (ownMaxPoints !== null && ownMaxPoints !== draft.ownMaxPoints)
    return { ...taken, ownMaxPoints, revision, points: ofBuiltIn(draft) }
  return { ...taken, ownMaxPoints, points: isEmpty ? present.points : draft.points }
}

type Judgement = Pick<AssessmentDraft, 'scores' | 'adjustment'>
const nothing: Judgement = { scores: {}, adjustment: null }

function pointsOf({ autoPoints, addsAutoPoints }: WorkToBegin, rubric: RubricDocument, judged: Judgement): number {
  const { scores, adjustment } = judged
  return scoreRubric(rubric, { scores, adjustment, autoPoints: addsAutoPoints ? autoPoints : null }).points
}

/** Texts are in the language of the submission if the course has it, else in the course's first; the exercise's name too. */
export function beginFeedback(work: WorkToBegin, courseLanguages: readonly string[]) {
  const language = courseLanguages.includes(work.language) ? work.language : (courseLanguages[0] ?? 'en')
  const exerciseName = asPlainMarkdown(pickLanguage(work.exerciseName, language))
  const body = fillPlaceholders(work.templates[language] ?? '', { exerciseName })
  return { language, body: body.slice(0, maxFeedbackBodyLength) }
}

/** Escapes what Markdown formats, also at the start of a line, where lists and headings begin. Brackets after backslashes would be those of a formula. */
const asPlainMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}<>&|~#$]/g, String.raw`\$&`)
    .replaceAll(/[[\]]/g, (bracket) => `&#${bracket.charCodeAt(0)};`)
    .replace(/^( ?\d*)([-+=.)])/, String.raw`$1\$2`)
