import type { StudentPage } from '@course-grading/contracts/students/student'
import type { Visit } from '../http/visit.ts'
import { languageName } from '../islands/display/formats.ts'
import { SafeHtml } from '../islands/display/safe-html.tsx'
import { TimeIn } from '../islands/display/time.tsx'
import { RowButton, SelectField, TextField } from '../islands/forms/fields.tsx'
import type { FormLook } from '../islands/forms/form-look.ts'
import { FormFrame, SaveBar } from '../layout/forms/form-frame.tsx'
import { Said } from '../layout/said.tsx'
import { type BesideText, RefusedSaves, Versions } from './beside-text.tsx'
import { type FeedbackForm, fieldsOf, isField, type TextToStudent } from './feedback-fields.ts'
import { nameOf } from './student-page.tsx'

interface TextPageProps {
  readonly visit: Pick<Visit, 'texts' | 'locale' | 'session'>
  readonly path: string
  readonly document: TextToStudent
  readonly person: StudentPage
  readonly languages: readonly string[]
  readonly form: FeedbackForm
  /** The code in the address of what was just done. */
  readonly done: string | null
  readonly beside: BesideText
}

export function TextPage({ visit, path, document, person, languages, form, done, beside }: TextPageProps) {
  const { texts, locale, session } = visit
  const { titleFor, language, body, about, preview, done: saidOf } = texts.people.text
  const { fields, base, faults, stale, focus } = form
  const standing = fieldsOf(document)
  const inWords = { language: languageName(locale, standing.language), body: standing.body }
  const look: FormLook = {
    texts,
    revision: base.revision,
    faults,
    focus,
    standing: {
      written: { by: document.updatedBy.fullName, at: document.updatedAt },
      fields: new Map(stale.map((name) => [name, inWords[name]])),
    },
  }
  const said = done !== null && Object.hasOwn(saidOf, done) ? saidOf[done as keyof typeof saidOf] : null
  return (
    <div class="reading">
      <div>
        <h1>{titleFor(nameOf(person))}</h1>
        <State visit={visit} document={document} />
      </div>
      <Said texts={[said]} />
      <FormFrame
        look={look}
        userId={session.user.userId}
        action={path}
        base={base.drawn}
        titleOf={(name) => (isField(name) ? texts.people.text[name] : name)}
      >
        <div class="card padded fields">
          <SelectField
            name="language"
            title={language}
            value={fields.language}
            options={languages.map((value) => ({ value, text: languageName(locale, value) }))}
          />
          <TextField name="body" title={body} about={about} value={fields.body} lang={fields.language} rows={14} />
        </div>
        {form.preview !== undefined && (
          <section class="card padded" aria-label={preview}>
            <SafeHtml html={form.preview} lang={fields.language} />
          </section>
        )}
        <Steps visit={visit} path={path} look={look} document={document} person={person} beside={beside} />
      </FormFrame>
      <RefusedSaves visit={visit} path={path} document={document} beside={beside} />
      <Versions visit={visit} path={path} document={document} beside={beside} />
    </div>
  )
}

function State({ visit: { texts }, document }: Pick<TextPageProps, 'visit' | 'document'>) {
  const { stateOf, publishedOn, readOn, unread, lastBy } = texts.people.text
  const { state, publishedAt, readAt, updatedAt, updatedBy } = document
  return (
    <p class="quiet small">
      <span class={`tag ${state === 'published' ? 'good' : ''}`}>{stateOf[state]}</span>{' '}
      {state === 'published' && publishedAt !== null && (
        <>
          <TimeIn text={publishedOn} at={publishedAt} />,{' '}
          {readAt === null ? unread : <TimeIn text={readOn} at={readAt} />} ·{' '}
        </>
      )}
      <TimeIn text={(time) => lastBy(updatedBy.fullName, time)} at={updatedAt} />
    </p>
  )
}

type StepsProps = Pick<TextPageProps, 'visit' | 'path' | 'document' | 'person' | 'beside'> & { readonly look: FormLook }

/** All of them save first, so that nothing that is typed is lost by one. */
function Steps({ visit: { texts }, path, look, document, person, beside }: StepsProps) {
  const { preview, publish, publishAgain, withdraw, remove, willRead, willReadAgain, readsNow } = texts.people.text
  const { state, publishedAt } = document
  const isPublished = state === 'published'
  const [newest] = beside.versions.items
  const isChanged = isPublished && newest?.closedAt === null
  const sentence = isPublished ? (isChanged ? willReadAgain : readsNow) : willRead
  return (
    <>
      <p class="small" id="who-reads">
        {sentence(nameOf(person))}
      </p>
      <SaveBar look={look}>
        <RowButton press="preview" text={preview} />
        {(!isPublished || isChanged) && (
          <button name="press" value="publish" aria-describedby="who-reads">
            {isPublished ? publishAgain : publish}
          </button>
        )}
        {isPublished && (
          <button name="press" value="withdraw">
            {withdraw}
          </button>
        )}
        {state === 'draft' && publishedAt === null && <a href={`${path}/delete`}>{remove}</a>}
      </SaveBar>
    </>
  )
}
