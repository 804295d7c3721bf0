import { formatPoints } from '../formats.ts'
import { type Fields, paths } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import { judgeFields } from './judgement.ts'

/** The feedback with the values that its placeholders have now. */
export function filledFeedback({ assessment, exercise, shown, locale }: GradingStart, fields: Fields): string {
  const { points } = judgeFields({ ...assessment, ...exercise }, fields)
  return (fields[paths.body] ?? '')
    .replaceAll('{{points}}', formatPoints(locale, points))
    .replaceAll('{{maxPoints}}', formatPoints(locale, assessment.rubric.document.maxPoints))
    .replaceAll('{{exerciseName}}', shown.exercise)
}
