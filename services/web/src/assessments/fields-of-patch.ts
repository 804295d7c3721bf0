import { type NamedFields, names, readName } from '../islands/grading/field-names.ts'
import type { Place } from '../islands/grading/fields.ts'
import type { FeedbackPatch, JudgementPatch } from '../islands/grading/patches.ts'
import { placeText } from '../islands/grading/read-fields.ts'

/** The fields that a patch has, by their names. */
export function fieldsOfPatch(patch: JudgementPatch | FeedbackPatch): NamedFields {
  const added = Object.entries('annotations' in patch ? (patch.annotations ?? {}) : {})
  return Object.fromEntries([
    ...leavesOf(patch, '').filter(([name]) => readName(name) !== null),
    ...added.flatMap(([id, annotation]) => {
      const place = annotation && placeOf(annotation)
      return place ? [[names.place(id), placeText(place)] as const] : []
    }),
  ])
}

type AnnotationPatch = NonNullable<NonNullable<FeedbackPatch['annotations']>[string]>

/** Null for an annotation whose place the patch does not change. */
function placeOf({ anchor, startLine, endLine, startColumn, endColumn }: AnnotationPatch): Place | null {
  const { answerKey, fileId, path, sha256 = null } = anchor ?? {}
  if (!startLine || !endLine) return null
  const lines = { startLine, endLine, ...(startColumn && { startColumn }), ...(endColumn && { endColumn }) }
  if (answerKey) return { anchor: { answerKey }, ...lines }
  return fileId && path ? { anchor: { fileId, path, sha256 }, ...lines } : null
}

function leavesOf(value: unknown, at: string): (readonly [name: string, text: string])[] {
  if (typeof value !== 'object' || value === null)
    return value === null ? [] : [[at, typeof value === 'string' ? value : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, at === '' ? name : `${at}/${name}`))
}
