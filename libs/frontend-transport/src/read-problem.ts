import { isRequestId } from './reply-headers.ts'
import type { FieldError } from './transport-error.ts'

interface ProblemBody {
  readonly code: string
  readonly requestId: string
  readonly detail?: string
  readonly fieldErrors?: readonly FieldError[]
}

/** The known fields of an error body; null if `json` is no error body. */
export function readProblem(json: unknown): ProblemBody | null {
  if (!isRecord(json)) return null
  const { code, requestId, detail, fieldErrors } = json
  if (typeof code !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(code) || !isRequestId(requestId)) return null
  if (detail !== undefined && typeof detail !== 'string') return null
  if (fieldErrors !== undefined && !(Array.isArray(fieldErrors) && fieldErrors.every(isFieldError))) return null
  return {
    code,
    requestId,
    ...(detail !== undefined && { detail }),
    ...(fieldErrors !== undefined && {
      fieldErrors: fieldErrors.map(({ path, code: issue, message }) => ({ path, code: issue, message })),
    }),
  }
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && ['path', 'code', 'message'].every((name) => typeof value[name] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
