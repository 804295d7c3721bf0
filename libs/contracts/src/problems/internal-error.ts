import Type, { type Static } from 'typebox'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { issueCodes } from './issue-codes.ts'
import type { ProblemTable } from '../operation/operation.ts'

export const fieldError = <const Codes extends readonly string[]>(codes: Codes) =>
  Type.Object({
    path: Type.String({ description: 'JSON path such as `$.graders[0].userId`.' }),
    code: extensibleEnum<Codes[number]>(codes, 'Machine-readable reason.'),
    message: Type.String({ description: 'For people.' }),
  })

/** The body of an internal boundary's errors, at most 4 KiB. `ownIssueCodes` are those that no other boundary has. */
export const internalError = <const Codes extends readonly string[] = readonly []>(
  problems: ProblemTable,
  ownIssueCodes: Codes = [] as unknown as Codes,
) =>
  Type.Object(
    {
      code: extensibleEnum(Object.keys(problems), 'Machine-readable; callers branch on it.'),
      requestId: Type.String({ description: 'The same as the `X-Request-ID` header.' }),
      detail: Type.Optional(
        Type.String({ description: 'Facts that code and status do not show, such as the state of a delivery.' }),
      ),
      fieldErrors: Type.Optional(
        Type.Array(
          {
            ...fieldError([...issueCodes, ...ownIssueCodes]),
            title: 'FieldError',
            description: 'One thing wrong with the input.',
          },
          {
            minItems: 1,
            description: 'All problems of the input. If some do not fit, the last one is `too_many_issues` at `$`.',
          },
        ),
      ),
    },
    { title: 'InternalError', additionalProperties: false, description: 'The body of every error.' },
  )
export type InternalError = Static<ReturnType<typeof internalError>>
