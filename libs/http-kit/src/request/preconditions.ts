import { revisionTagPattern } from '@course-grading/contracts/operation/limits'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { type RawHeaderSource, singleHeader } from './raw-headers.ts'
import { HttpError } from '../errors/http-error.ts'

const strongRevisionTag = new RegExp(revisionTagPattern)

const wholeNumber = /^(?:0|[1-9][0-9]{0,15})$/

// RFC 9110 §8.8.3: visible ASCII but the quote, and bytes from 0x80. A tag may contain a comma.
const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/y
const listGap = /[ \t,]*/y

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** Rejects `*`, weak tags and lists, which would let a blind write through. @throws HttpError precondition_required, malformed_if_match */
export function requireIfMatch(req: RawHeaderSource): number {
  const header = singleHeader(req, 'if-match')
  if (header.kind === 'absent') throw new HttpError('precondition_required')
  const digits = header.kind === 'one' ? strongRevisionTag.exec(header.value)?.[1] : undefined
  const revision = Number(digits)
  if (digits === undefined || !Number.isSafeInteger(revision)) {
    throw new HttpError('malformed_if_match', {
      issues: [
        {
          path: '$.headers.If-Match',
          code: 'invalid_format',
          message: 'Must be one strong entity tag that holds the revision, such as "7".',
        },
      ],
    })
  }
  return revision
}

/** 0 if the operation needs none. @throws HttpError precondition_required, validation_failed with both, malformed_if_match */
export function requirePrecondition(
  req: RawHeaderSource,
  { ifMatch }: Pick<Operation, 'ifMatch'>,
  { base }: Readonly<Record<string, unknown>>,
): number {
  if (ifMatch === undefined) return 0
  if (ifMatch === true || base === undefined) return requireIfMatch(req)
  if (singleHeader(req, 'if-match').kind === 'absent') return Number(base)
  const message = 'A write has either base or If-Match.'
  throw new HttpError('validation_failed', { issues: [{ path: '$.query.base', code: 'conflict', message }] })
}

export function readAssessmentRevision(req: RawHeaderSource): number | null {
  const header = singleHeader(req, 'x-assessment-revision')
  if (header.kind === 'absent') return null
  const revision = header.kind === 'one' && wholeNumber.test(header.value) ? Number(header.value) : Number.NaN
  if (Number.isSafeInteger(revision)) return revision
  const message = 'Must be one revision, such as 7.'
  throw new HttpError('malformed_if_match', {
    issues: [{ path: '$.headers.X-Assessment-Revision', code: 'invalid_format', message }],
  })
}

/** Compares weakly (RFC 9110 §13.1.2). Several lines are one list; a malformed list matches nothing. */
export function matchesIfNoneMatch(lines: readonly string[], etag: string): boolean {
  if (lines.length === 1 && lines[0] === '*') return true
  return readOpaqueTags(lines.join(','))?.includes(etag) ?? false
}

/** The quoted parts of a list of entity tags; null if the text is no such list. Empty list members are allowed. */
function readOpaqueTags(list: string): string[] | null {
  const tags: string[] = []
  let position = endOf(listGap, list, 0)
  while (position < list.length) {
    entityTag.lastIndex = position
    const tag = entityTag.exec(list)?.[1]
    if (tag === undefined) return null
    tags.push(tag)
    const gapStart = entityTag.lastIndex
    position = endOf(listGap, list, gapStart)
    if (position < list.length && !list.slice(gapStart, position).includes(',')) return null
  }
  return tags
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.exec(text)
  return pattern.lastIndex
}
