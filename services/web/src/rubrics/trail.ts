import type { RouterContext } from '@koa/router'
import { ownPath } from '../http/own-path.ts'

/** Where a teacher came from, which all pages on the way carry in their addresses. */
export interface Trail {
  /** The exercise for which a rubric is made. */
  readonly exerciseId: number | null
  /** The page of the work that was being graded. */
  readonly from: string | null
}

export function trailOf({ URL: { searchParams } }: RouterContext): Trail {
  const exercise = searchParams.get('exercise') ?? ''
  const from = ownPath(searchParams.get('from'))
  return {
    exerciseId: /^[1-9]\d{0,14}$/.test(exercise) ? Number(exercise) : null,
    from: from.startsWith('/grade/') ? from : null,
  }
}

/** A path with what is carried, and with more of its own. */
export function withTrail(
  path: string,
  { exerciseId, from }: Trail,
  own: Readonly<Record<string, string | undefined>> = {},
): string {
  const members = { ...own, exercise: exerciseId?.toString(), from: from ?? undefined }
  const query = new URLSearchParams(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return query.size === 0 ? path : `${path}?${query}`
}
