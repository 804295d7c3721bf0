import Type from 'typebox'
import { revisionOf } from '../paging.ts'

/** The templates that new documents begin with. */
export const templates = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 50_000 },
  description: [
    'Templates in Markdown, by languages of the course. `{{studentName}}` and `{{exerciseName}}` are filled in when a document begins, `{{points}}` and',
    '`{{maxPoints}}` in the text that a completion freezes. In a document about a student only the name is known; the other placeholders become empty.',
  ].join(' '),
})

export const feedbackTemplates = Type.Object(
  { revision: revisionOf('0 before the first write.'), templates },
  { title: 'FeedbackTemplates', description: 'The templates that new documents of a course begin with.' },
)

export const feedbackTemplatesExample = { revision: 1, templates: { en: 'Dear {{studentName}},\n\n' } }
