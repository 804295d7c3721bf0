import Type, { type Static } from 'typebox'
import { issueCodes } from './issue-codes.ts'
import type { ProblemTable } from './operation.ts'

const fieldError = Type.Object(
  {
    path: Type.String({ description: 'JSON path such as `$.graders[0].userId`.' }),
    code: Type.Enum([...issueCodes], { type: 'string', description: 'Machine-readable reason.' }),
    message: Type.String({ description: 'For people.' }),
  },
  { title: 'FieldError', description: 'One thing wrong with the input.' },
)

/** The body of every error of an internal boundary, at most 4 KiB; its codes are those of the boundary's own list. */
export const internalError = (problems: ProblemTable) =>
  Type.Object(
    {
      code: Type.Enum(Object.keys(problems), {
        type: 'string',
        description: 'Machine-readable; callers branch on it.',
      }),
      requestId: Type.String({ description: 'The same as the `X-Request-ID` header.' }),
      detail: Type.Optional(
        Type.String({ description: 'What code and status do not show, such as the state of a delivery.' }),
      ),
      fieldErrors: Type.Optional(
        Type.Array(fieldError, {
          minItems: 1,
          description: 'Every problem at once. When they would not fit, the last one is `too_many_issues` at `$`.',
        }),
      ),
    },
    { title: 'InternalError', additionalProperties: false, description: 'The body of every error.' },
  )
export type InternalError = Static<ReturnType<typeof internalError>>
