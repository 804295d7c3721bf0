import type { Drawn, FormState } from './form-state.ts'

/** The names of the form's fields. Ids of rubrics have no colon. */
export const fieldNames = {
  drawn: 'drawn',
  level: (criterionId: string) => `level:${criterionId}`,
  check: (criterionId: string, checkId: string) => `check:${criterionId}:${checkId}`,
  points: (criterionId: string) => `points:${criterionId}`,
  comment: (criterionId: string) => `comment:${criterionId}`,
  adjustment: 'adjustment',
  reason: 'reason',
  privateNote: 'privateNote',
  body: 'body',
  annotation: (id: string) => `annotation:${id}`,
  remove: (id: string) => `remove:${id}`,
} as const

/** What a person typed, field by field. A field that a browser did not send is as it was drawn: it can have been read-only. */
export function readState(fields: URLSearchParams, { state: drawn }: Drawn): FormState {
  const text = (name: string, otherwise: string): string => fields.get(name) ?? otherwise
  const checksOf = (criterionId: string): Record<string, number> => {
    const prefix = fieldNames.check(criterionId, '')
    const sent = [...fields].filter(([name]) => name.startsWith(prefix))
    const times = sent.map(([name, value]) => [name.slice(prefix.length), Number(value)] as const)
    return Object.fromEntries(times.filter(([, count]) => count > 0))
  }
  return {
    criteria: Object.fromEntries(
      Object.entries(drawn.criteria).map(([id, was]) => [
        id,
        {
          levelId: text(fieldNames.level(id), was.levelId),
          checks: checksOf(id),
          points: text(fieldNames.points(id), was.points).trim(),
          comment: text(fieldNames.comment(id), was.comment),
        },
      ]),
    ),
    adjustment: {
      points: text(fieldNames.adjustment, drawn.adjustment.points).trim(),
      reason: text(fieldNames.reason, drawn.adjustment.reason),
    },
    privateNote: text(fieldNames.privateNote, drawn.privateNote),
    body: text(fieldNames.body, drawn.body),
    annotations: Object.fromEntries(
      Object.entries(drawn.annotations)
        .filter(([id]) => !fields.has(fieldNames.remove(id)))
        .map(([id, was]) => [id, text(fieldNames.annotation(id), was)]),
    ),
  }
}
