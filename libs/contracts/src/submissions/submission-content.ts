import Type, { type Static } from 'typebox'
import { upstreamId } from '../ids.ts'
import { nullable } from '../paging.ts'

/** First and last line. */
const lineRange = Type.Unsafe<readonly [first: number, last: number]>(
  Type.Array(Type.Integer({ minimum: 1 }), { minItems: 2, maxItems: 2 }),
)

export const submissionFile = Type.Object(
  {
    fileId: upstreamId('The file.'),
    path: Type.String({ description: 'Its name, as the learning platform has it.' }),
    field: Type.String({ description: 'The field of the form that it was handed in with.' }),
    size: Type.Integer({ minimum: 0, description: 'In bytes; 0 where the learning platform does not say.' }),
    sha256: nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of its bytes, where they were read.' })),
    language: nullable(Type.String({ description: 'For the highlighter: one of `highlightLanguages` of the course.' })),
    template: Type.Enum(['unchanged', 'modified', 'none'], {
      type: 'string',
      description: 'How it relates to the file of the same name that the exercise gave out.',
    }),
    changedLines: Type.Optional(
      Type.Array(lineRange, {
        description: 'Lines that differ from the template, first and last of each range, from 1.',
      }),
    ),
    text: Type.Optional(Type.String()),
    omitted: Type.Optional(
      Type.Enum(['too_large', 'binary', 'unavailable', 'not_text'], {
        type: 'string',
        description: 'Why there is no text.',
      }),
    ),
  },
  { title: 'SubmissionFile', description: 'A file of a submission, with its text where it is one.' },
)
export type SubmissionFile = Static<typeof submissionFile>

export const formAnswer = Type.Object(
  {
    key: Type.String(),
    title: nullable(Type.String({ description: 'The question, in the language of the reader.' })),
    values: Type.Array(Type.String()),
  },
  { title: 'FormAnswer', description: 'What was written into one field of the form.' },
)

export const submissionContent = Type.Object(
  {
    submissionId: upstreamId('The submission.'),
    files: Type.Array(submissionFile),
    formAnswers: Type.Array(formAnswer),
    truncated: Type.Object({
      files: Type.Integer({ minimum: 0, description: 'Files beyond the number that one reply lists.' }),
      excluded: Type.Integer({ minimum: 0, description: 'Files that the settings of the course leave out.' }),
    }),
  },
  { title: 'SubmissionContent', description: 'What was handed in, as text where it is text.' },
)
export type SubmissionContent = Static<typeof submissionContent>
