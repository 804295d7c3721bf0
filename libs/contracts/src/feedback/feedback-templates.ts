import Type from 'typebox'
import { revisionOf } from '../paging.ts'

/** With what new documents begin. */
export const templates = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 50_000 },
  description: [
    'Markdown by languages of the course. `{{studentName}}` and `{{exerciseName}}` are filled in when a document begins, `{{points}}` and',
    '`{{maxPoints}}` in what a completion freezes. In a document about a student only the name is known; the others are filled with nothing.',
  ].join(' '),
})

export const feedbackTemplates = Type.Object(
  { revision: revisionOf('0 before the first write.'), templates },
  { title: 'FeedbackTemplates', description: 'With what new documents of a course begin.' },
)

export const feedbackTemplatesExample = { revision: 1, templates: { en: 'Dear {{studentName}},\n\n' } }
