import type { Texts } from '../../texts/texts.ts'
import { type Gap, gapsOf } from './gaps.ts'
import type { GradingState } from './grading-state.ts'
import { emptiedIssue, gapsIn } from './judgement.ts'
import type { AnswerTitles } from './name-of-field.ts'
import { emptiedAnnotations } from './patches.ts'

interface LiveGaps {
  /** How many things are missing. */
  readonly missing: number
  /** What was refused, or was missing at the last step. */
  readonly refused: readonly Gap[]
  /** What the fields show: what was refused, or else the annotations that were emptied. */
  readonly shown: readonly Gap[]
}

export function liveGaps(
  { start, theirs, fields, issues, note }: GradingState,
  texts: Texts,
  answerTitles: AnswerTitles | undefined,
): LiveGaps {
  const naming = { texts, locale: start.locale, rubric: start.assessment.rubric, answerTitles }
  const refused = gapsOf(issues, fields, naming, { note })
  return {
    missing: gapsIn({ ...start.assessment, ...start.exercise }, theirs, fields).length,
    refused,
    shown: refused.length > 0 ? refused : gapsOf(emptiedAnnotations(theirs, fields).map(emptiedIssue), fields, naming),
  }
}
