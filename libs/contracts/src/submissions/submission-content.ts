import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { nullable } from '../schemas/paging.ts'

const lineRange = Type.Unsafe<readonly [first: number, last: number]>(
  Type.Array(Type.Integer({ minimum: 1 }), { minItems: 2, maxItems: 2 }),
)

const submissionFile = Type.Object(
  {
    fileId: upstreamId('The file.'),
    path: Type.String({ description: 'The name of the file on the learning platform.' }),
    field: Type.String({ description: 'The field of the form with which it was handed in.' }),
    size: Type.Integer({
      minimum: 0,
      description: 'The size in bytes; 0 if the learning platform does not report it.',
    }),
    sha256: nullable(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The digest of its bytes; null if they were not read.' }),
    ),
    language: nullable(
      Type.String({ description: "The language for the highlighter, one of the course's `highlightLanguages`." }),
    ),
    template: Type.Enum(['unchanged', 'modified', 'none'], {
      type: 'string',
      description:
        'Whether the file differs from the template of its name; `none` if there is no such template. How lines end does not matter, nor does a byte order mark.',
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
  { title: 'SubmissionFile', description: 'A file of a submission, with its text if it is a text.' },
)

const formAnswer = Type.Object(
  {
    key: Type.String(),
    title: nullable(Type.String({ description: 'The question, in the language of the reader.' })),
    values: Type.Array(Type.String()),
  },
  { title: 'FormAnswer', description: 'The values that were written into one field of the form.' },
)

export const submissionContent = Type.Object(
  {
    submissionId: upstreamId('The submission.'),
    files: Type.Array(submissionFile),
    formAnswers: Type.Array(formAnswer),
    truncated: Type.Object({
      files: Type.Integer({
        minimum: 0,
        description: 'The number of files that the reply does not list, since there are too many.',
      }),
      excluded: Type.Integer({
        minimum: 0,
        description: 'The number of files that the settings of the course exclude.',
      }),
    }),
  },
  { title: 'SubmissionContent', description: 'The files and form answers of a submission.' },
)
export type SubmissionContent = Static<typeof submissionContent>
