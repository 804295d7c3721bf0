import { compareFields } from '@course-grading/settings-comparison/flat'
import type { Fault } from '../../islands/forms/form-look.ts'
import type { Texts } from '../../texts/texts.ts'
import { type FaultPlace, faultsOf } from './faults.ts'
import { readBase, readPress, readSent } from './read-sent.ts'
import { type Versioned, type WriteOver, writeOver } from './write-over.ts'

/** A form whose fields are compared one by one, as it opens or as it was sent. */
export interface FieldsForm<Document, Fields> {
  /** What it was drawn from, or what stands now. */
  readonly base: Versioned<Document>
  readonly fields: Fields
  readonly faults: readonly Fault[]
  /** Under which what stands now is shown. */
  readonly stale: readonly (keyof Fields & string)[]
  /** The name of the field, or of the button, that has the focus. */
  readonly focus: string | null
}

export const untouched = { faults: [], stale: [], focus: null } as const

interface FieldsAnswer<Document, Fields> extends Pick<WriteOver<Document>, 'write' | 'readStanding'> {
  readonly texts: Texts
  /** As they were sent. */
  readonly fields: Fields
  /** A document of the same members. */
  readonly example: Document
  readonly fieldsOf: (document: Document) => Fields
  readonly read: (
    fields: Fields,
    base: Document,
  ) => {
    readonly document: Document
    readonly unreadable: readonly { readonly path: string; readonly code: string }[]
  }
  readonly compare?: WriteOver<Document>['compare']
  readonly placeOf: (path: string, code: string) => FaultPlace | null
  /** The action of buttons that write nothing. */
  readonly shows?: string
}

/** Resolves to null once it is written, and else to the form that is drawn again. */
export async function answerFields<Document extends object, Fields extends object>(
  form: URLSearchParams,
  { texts, fields, example, fieldsOf, read, placeOf, shows, ...over }: FieldsAnswer<Document, Fields>,
): Promise<(FieldsForm<Document, Fields> & { readonly status: number }) | null> {
  const isField = (name: string): name is keyof Fields & string => Object.hasOwn(fields, name)
  const { revision, press, stale } = readSent(form)
  const base = { revision, document: readBase(form, example) }
  const sent = { ...untouched, base, fields, stale: stale.filter(isField) }
  const { action, row } = readPress(press)
  if (action === shows) return { ...sent, focus: press, status: 200 }
  if (action === 'use' && isField(row)) {
    const taken = { ...fields, [row]: fieldsOf(base.document)[row] }
    return { ...sent, fields: taken, stale: sent.stale.filter((other) => other !== row), focus: row, status: 200 }
  }
  const { document, unreadable } = read(fields, base.document)
  const fieldErrors = unreadable.map((each) => ({ ...each, message: '' }))
  if (fieldErrors.length > 0)
    return { ...sent, faults: faultsOf({ code: undefined, fieldErrors }, texts, placeOf), status: 400 }
  const refused = await writeOver({ compare: compareFields, ...over, base, mine: document })
  if (refused === null) return null
  return {
    base: refused.base,
    fields: fieldsOf(refused.mine),
    faults: faultsOf(refused, texts, placeOf),
    stale: refused.conflicts.filter(isField),
    focus: null,
    status: refused.status,
  }
}
