import type { ComponentChildren } from 'preact'
import type { FormLook } from '../../islands/forms/form-look.ts'
import type { Visit } from '../../http/visit.ts'
import type { FieldsForm } from './answer-fields.ts'
import { FormFrame, SaveBar } from './form-frame.tsx'

interface FieldsFrameProps<Document, Fields> {
  readonly visit: Pick<Visit, 'texts' | 'session'>
  readonly form: FieldsForm<Document, Fields>
  readonly action: string
  readonly titleOf: (field: string) => string
  /** What stands now, as a person reads it. */
  readonly inWords: (field: keyof Fields & string) => string
  readonly children: ComponentChildren
}

/** A form whose fields are compared one by one, with the button that saves it. */
export function FieldsFrame<Document extends object, Fields>({
  visit: { texts, session },
  form: { base, faults, focus, stale },
  action,
  titleOf,
  inWords,
  children,
}: FieldsFrameProps<Document, Fields>) {
  const standing = { written: null, fields: new Map(stale.map((field) => [field, inWords(field)])) }
  const look: FormLook = { texts, revision: base.revision, faults, focus, standing }
  return (
    <FormFrame look={look} userId={session.user.userId} action={action} base={base.document} titleOf={titleOf}>
      {children}
      <SaveBar look={look} />
    </FormFrame>
  )
}
