import { formatPoints } from '../display/formats.ts'
import type { Fields } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import { judgeFields } from './judgement.ts'

interface Value {
  readonly placeholder: string
  readonly text: string
}

/** The feedback with the values of now, as completion will fill them in. The boundary fills in the name. */
export const filledFeedback = (start: GradingStart, fields: Fields): string =>
  pointsOf(start, fields).reduce((body, { placeholder, text }) => body.replaceAll(placeholder, text), fields.body)

/** What the placeholders that stand in the feedback are filled with, as of now. */
export function placeholdersIn(start: GradingStart, fields: Fields): readonly Value[] {
  const { body } = fields
  if (!body.includes('{{')) return []
  const name = { placeholder: '{{studentName}}', text: start.shown.who }
  return [name, ...pointsOf(start, fields)].filter(({ placeholder }) => body.includes(placeholder))
}

/** Numbers as the language of the feedback writes them. */
function pointsOf({ assessment, exercise, feedback }: GradingStart, fields: Fields): readonly Value[] {
  const { points } = judgeFields({ ...assessment, ...exercise }, fields)
  return [
    { placeholder: '{{points}}', text: formatPoints(feedback.language, points) },
    { placeholder: '{{maxPoints}}', text: formatPoints(feedback.language, assessment.rubric.document.maxPoints) },
  ]
}
