import { orRefused } from '../http/or-refused.ts'
import type { Visit } from '../http/visit.ts'
import { readPress } from '../layout/forms/read-sent.ts'
import type { TextFields } from './text-fields.ts'

export interface ShownPreview {
  readonly field: string
  /** Null where there is none of this text. */
  readonly html: string | null
}

/** What students would read of a text, where its button was pressed. */
export async function readPreview(
  { boundary, requestId }: Visit,
  params: { readonly courseId: number },
  { focus, fields }: { readonly focus: string | null; readonly fields: TextFields },
): Promise<ShownPreview | null> {
  const { action, row: field } = readPress(focus ?? '')
  if (action !== 'preview' || !Object.hasOwn(fields, field)) return null
  const asking = boundary.previewFeedback({ params, body: { body: fields[field] ?? '' }, requestId })
  const html = await orRefused<string | null>(
    asking.then(({ body }) => body.html),
    ({ status }) => (status === 400 ? null : undefined),
  )
  return { field, html }
}
