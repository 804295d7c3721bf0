import type { FormState } from './form-state.ts'

/** What the form shows after a refusal: what the person changed since `base` stays, and everything else is as it stands now. */
export function mergeStates(base: FormState, typed: FormState, now: FormState): FormState {
  return {
    criteria: Object.fromEntries(
      Object.entries(now.criteria).map(([id, fields]) => {
        const [was, own] = [base.criteria[id], typed.criteria[id]]
        if (was === undefined || own === undefined) return [id, fields]
        return [
          id,
          {
            levelId: newer(was.levelId, own.levelId, fields.levelId),
            checks: mergeMembers(was.checks, own.checks, fields.checks),
            points: newer(was.points, own.points, fields.points),
            comment: newer(was.comment, own.comment, fields.comment),
          },
        ]
      }),
    ),
    adjustment: {
      points: newer(base.adjustment.points, typed.adjustment.points, now.adjustment.points),
      reason: newer(base.adjustment.reason, typed.adjustment.reason, now.adjustment.reason),
    },
    privateNote: newer(base.privateNote, typed.privateNote, now.privateNote),
    body: newer(base.body, typed.body, now.body),
    annotations: mergeMembers(base.annotations, typed.annotations, now.annotations),
  }
}

const newer = <Value>(was: Value, own: Value, now: Value): Value => (own === was ? now : own)

type Members<Value> = Readonly<Record<string, Value>>

function mergeMembers<Value>(was: Members<Value>, own: Members<Value>, now: Members<Value>): Record<string, Value> {
  const ids = [...new Set([...Object.keys(was), ...Object.keys(own), ...Object.keys(now)])]
  return Object.fromEntries(
    ids.flatMap((id): [string, Value][] => {
      const value = newer(was[id], own[id], now[id])
      return value === undefined ? [] : [[id, value]]
    }),
  )
}
