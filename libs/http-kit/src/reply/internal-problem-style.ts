import type { ProblemTable } from '@course-grading/contracts/operation/operation'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import type { Problem, ProblemStyle } from './problem.ts'

const bodyLimitBytes = 4096
const maxDetail = 500
const markerOfMore: Issue = {
  path: '$',
  code: 'too_many_issues',
  message: 'There are more problems; the others are not listed.',
}

/** How the internal boundaries write problems: code and request id, and further details as far as they fit into 4 KiB. */
export function internalProblemStyle(table: ProblemTable, rename: ProblemStyle['rename'] = {}): ProblemStyle {
  return { table, rename: { request_aborted: 'validation_failed', ...rename }, body: internalBody }
}

function internalBody({ code, requestId, detail, issues }: Problem): unknown {
  const known = {
    code,
    requestId,
    ...(detail !== undefined && { detail: detail.slice(0, maxDetail).toWellFormed() }),
  }
  return issues.length === 0
    ? known
    : { ...known, fieldErrors: issuesThatFit(issues, bodyLimitBytes - sizeOf({ ...known, fieldErrors: [] })) }
}

function issuesThatFit(issues: readonly Issue[], limitBytes: number): readonly Issue[] {
  if (sizeOf(issues) <= limitBytes) return issues
  const kept: Issue[] = []
  let bytes = sizeOf([markerOfMore])
  for (const issue of issues) {
    bytes += sizeOf(issue) + 1
    if (bytes > limitBytes) break
    kept.push(issue)
  }
  return [...kept, markerOfMore]
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
