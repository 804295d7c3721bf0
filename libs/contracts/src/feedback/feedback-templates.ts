import Type from 'typebox'
import { revisionOf } from '../schemas/paging.ts'

export const templates = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 50_000 },
  description: [
    'Templates in Markdown, by languages of the course. `{{exerciseName}}` is filled in when a document begins, `{{points}}` and `{{maxPoints}}` in the text',
    'that a completion freezes; in a document about a student these three become empty. `{{studentName}}` stays in all texts that are stored, and is filled',
    'in where HTML is shown or sent. There it counts as 1,800 bytes.',
  ].join(' '),
})

export const feedbackTemplates = Type.Object(
  { revision: revisionOf('0 before the first write.'), templates },
  { title: 'FeedbackTemplates', description: 'The templates that new documents of a course begin with.' },
)

export const feedbackTemplatesExample = { revision: 1, templates: { en: 'Dear {{studentName}},\n\n' } }
