import type { RubricBrief } from '@course-grading/contracts/rubrics/rubric'
import type { Visit } from '../http/visit.ts'
import { localizedText } from '../islands/display/localized-text.ts'
import { ChoiceField, SelectField, TextField, TypedNumberField } from '../islands/forms/fields.tsx'
import type { Fault, FormLook } from '../islands/forms/form-look.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'

export interface NewRubricFields {
  readonly title: string
  readonly maxPoints: string
  readonly how: 'given' | 'taken'
  /** The rubric to copy; empty: none. */
  readonly copyOf: string
}

interface NewRubricPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly rubrics: readonly RubricBrief[]
  readonly fields: NewRubricFields
  readonly faults: readonly Fault[]
  readonly action: string
}

export function NewRubricPage({ visit, rubrics, fields, faults, action }: NewRubricPageProps) {
  const { texts, locale, session } = visit
  const { create, fields: titles } = texts.rubrics
  const { begin, how, given, taken, copyOf, none, copyAbout } = texts.rubricEditor.fresh
  const look: FormLook = { texts, revision: 0, faults, standing: null, focus: faults.length > 0 ? null : 'title' }
  return (
    <div class="reading">
      <h1>{create}</h1>
      <FormFrame look={look} userId={session.user.userId} action={action} titleOf={(field) => field}>
        <section class="card padded fields">
          <TextField name="title" title={titles.title} value={fields.title} />
          <TypedNumberField name="maxPoints" title={titles.maxPoints} value={fields.maxPoints} />
          <ChoiceField
            name="how"
            title={how}
            value={fields.how}
            options={[
              { value: 'given', text: given },
              { value: 'taken', text: taken },
            ]}
          />
          {rubrics.length > 0 && (
            <SelectField
              name="copyOf"
              title={copyOf}
              about={copyAbout}
              value={fields.copyOf}
              options={[
                { value: '', text: none },
                ...rubrics.map(({ rubricId, title }) => ({ value: rubricId, text: localizedText(title, locale) })),
              ]}
            />
          )}
        </section>
        <SaveBar look={look} save={begin} />
      </FormFrame>
    </div>
  )
}
