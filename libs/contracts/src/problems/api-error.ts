import Type, { type Static } from 'typebox'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { issueCodes } from './issue-codes.ts'

const apiIssue = Type.Object(
  {
    path: Type.String({ description: 'JSON path such as `$.graders[0].userId`.' }),
    code: extensibleEnum(issueCodes, 'Machine-readable reason.'),
    message: Type.String({ description: 'For people.' }),
  },
  { title: 'ApiIssueV1', description: 'One thing wrong with the input.' },
)
export type ApiIssue = Static<typeof apiIssue>

export const apiErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({ description: 'Machine-readable; clients branch on it.' }),
        message: Type.String({ description: 'For people.' }),
        requestId: Type.String({ description: 'The same as the `X-Request-ID` header.' }),
        issues: Type.Optional(
          Type.Array(apiIssue, {
            description: 'This service always sends it; empty if the problem is not about parts of the input.',
          }),
        ),
      },
      { title: 'ApiErrorV1', description: 'What went wrong.' },
    ),
  },
  { title: 'ApiErrorEnvelopeV1', description: 'The body of every error.' },
)
export type ApiErrorEnvelope = Static<typeof apiErrorEnvelope>
