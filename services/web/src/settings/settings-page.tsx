import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import { TimeIn } from '../islands/display/time.tsx'
import { CheckField, FieldGroup, RowButton, TextField } from '../islands/forms/fields.tsx'
import type { Fault, FormLook } from '../islands/forms/form-look.ts'
import type { Visit } from '../http/visit.ts'
import { FormFrame, FormPart, SaveBar } from '../layout/forms/form-frame.tsx'
import { Said } from '../layout/said.tsx'
import { type ComparedField, comparedFields, isCompared, linesOf, textOf } from './settings-fields.ts'
import type { SettingsAt } from './write-settings.ts'

/** The form as it opens, or as it was sent. */
export interface SettingsForm {
  /** What it was drawn from. */
  readonly at: SettingsAt
  readonly mine: CourseSettingsUpdate
  readonly ltiLoginUrl: string
  readonly faults: readonly Fault[]
  readonly stale: readonly ComparedField[]
  readonly focus: string | null
  readonly said: string | null
  /** What is to be known of the tags that were read. */
  readonly warnings: readonly string[]
}

interface SettingsPageProps {
  readonly visit: Pick<Visit, 'texts' | 'session'>
  readonly courseId: number
  readonly form: SettingsForm
}

export function SettingsPage({ visit: { texts, session }, courseId, form }: SettingsPageProps) {
  const { at, mine, faults, stale, focus, said, warnings } = form
  const { title, byField, about, parts, writtenBy, revisions, exercises, refresh } = texts.settings
  const path = `/courses/${courseId}/settings`
  const look: FormLook = {
    texts,
    revision: at.revision,
    faults,
    focus,
    standing: {
      fields: new Map(stale.map((field) => [field, textOf(at.document, field)])),
      written: { by: at.by.fullName, at: at.at },
    },
  }
  return (
    <section class="reading">
      <h1>{title}</h1>
      <Said texts={[said, ...warnings]} isWarning={warnings.length > 0} />
      <p class="quiet small">
        <TimeIn text={(time) => writtenBy(at.revision, at.by.fullName, time)} at={at.at} />{' '}
        <a href={`${path}/revisions`}>{revisions.title}</a>
      </p>
      <p class="buttons">
        <a class="button" href={`${path}/exercises`}>
          {exercises.title}
        </a>
        <a class="button" href={`${path}/graders`}>
          {texts.graders.title}
        </a>
        <a class="button" href={`/courses/${courseId}/copy`}>
          {texts.copy.title}
        </a>
      </p>
      <FormFrame
        look={look}
        userId={session.user.userId}
        action={path}
        titleOf={(field) => (isCompared(field) ? byField[field] : field)}
      >
        <FormPart title={parts.course}>
          {comparedFields.map((name) => (
            <TextField key={name} name={name} title={byField[name]} about={about[name]} value={textOf(mine, name)} />
          ))}
          <CheckField
            name="listed"
            title={texts.overview.start.listed}
            about={texts.overview.start.aboutListed}
            isChecked={mine.listed}
          />
        </FormPart>
        <FormPart title={parts.tags}>
          <Boxes
            name="visibleTagSlugs"
            title={byField.visibleTagSlugs}
            about={at.tags.length === 0 ? about.noTags : about.visibleTagSlugs}
            chosen={mine.visibleTagSlugs}
            offered={at.tags.map(({ slug, name }) => ({ value: slug, text: name }))}
          />
          <TextField
            name="ltiLoginUrl"
            title={byField.ltiLoginUrl}
            about={about.ltiLoginUrl}
            value={form.ltiLoginUrl}
          />
          <span>
            <RowButton press="refresh" text={refresh} />
          </span>
        </FormPart>
        <FormPart title={parts.templates}>
          <CheckField
            name="automaticExtensions"
            title={byField.automaticExtensions}
            about={about.automaticExtensions}
            isChecked={mine.templates.automaticExtensions}
          />
          {(['extensions', 'excludedPathSegments'] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              title={byField[name]}
              about={about[name]}
              value={linesOf(mine.templates[name])}
              rows={Math.min(12, mine.templates[name].length + 2)}
            />
          ))}
        </FormPart>
        <details class="card module" open={faults.some(({ field }) => field === 'highlightLanguages')}>
          <summary>
            <h2>{byField.highlightLanguages}</h2>{' '}
            <span class="quiet small">
              {exercises.countOf(mine.highlightLanguages.length, highlightLanguages.length)}
            </span>
          </summary>
          <div class="padded">
            <Boxes
              name="highlightLanguages"
              title={byField.highlightLanguages}
              about={about.highlightLanguages}
              chosen={mine.highlightLanguages}
              offered={highlightLanguages.map((value) => ({ value, text: value }))}
            />
          </div>
        </details>
        <SaveBar look={look} />
      </FormFrame>
    </section>
  )
}

interface BoxesProps {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly chosen: readonly string[]
  readonly offered: readonly { readonly value: string; readonly text: string }[]
}

/** A box each; what is chosen and not offered any more keeps its own. */
function Boxes({ name, title, about, chosen, offered }: BoxesProps) {
  const others = chosen.filter((value) => offered.every((each) => each.value !== value))
  return (
    <FieldGroup name={name} title={title} about={about}>
      <div class="tags">
        {[...offered, ...others.map((value) => ({ value, text: value }))].map(({ value, text }) => (
          <CheckField key={value} name={name} value={value} title={text} isChecked={chosen.includes(value)} />
        ))}
      </div>
    </FieldGroup>
  )
}
