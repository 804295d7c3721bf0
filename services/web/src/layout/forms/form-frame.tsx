import type { ComponentChildren } from 'preact'
import { type Fault, FormContext, type FormLook, idOf } from '../../islands/forms/form-look.ts'
import { TimeIn } from '../../islands/display/time.tsx'

interface FormFrameProps {
  readonly look: FormLook
  /** Another person who has signed in since sends nothing. */
  readonly userId: number
  readonly action: string
  /** What the form was drawn from, where it is compared by its fields. */
  readonly base?: object
  /** Titles of the fields, for what both sides changed. */
  readonly titleOf: (field: string) => string
  readonly isUpload?: boolean
  /** What Enter presses, where it is not *Save*. */
  readonly first?: string
  readonly children: ComponentChildren
}

/** A form with what it was drawn from, and above it what is wrong and what somebody else wrote. */
export function FormFrame({
  look,
  userId,
  action,
  base,
  titleOf,
  isUpload = false,
  first = 'save',
  children,
}: FormFrameProps) {
  const { texts, revision, standing } = look
  return (
    <FormContext.Provider value={look}>
      <form
        method="post"
        action={action}
        class="form"
        autoComplete="off"
        enctype={isUpload ? 'multipart/form-data' : undefined}
      >
        <input type="hidden" name="person" value={userId} />
        <input type="hidden" name="revision" value={revision} />
        {base && <input type="hidden" name="base" value={JSON.stringify(base)} />}
        {[...(standing?.fields.keys() ?? [])].map((field) => (
          <input key={field} type="hidden" name="stale" value={field} />
        ))}
        {/* The first button of a form is the one that Enter presses in its fields. */}
        <button name="press" value={first} hidden>
          {texts.forms.save}
        </button>
        <Faults look={look} />
        <Changed look={look} titleOf={titleOf} />
        {children}
      </form>
    </FormContext.Provider>
  )
}

function Faults({ look }: Pick<FormFrameProps, 'look'>) {
  const { texts, faults, focus } = look
  if (faults.length === 0) return null
  return (
    <div class="notice bad" role="alert" tabIndex={-1} autofocus={focus === null || undefined}>
      <p>{texts.forms.refused(faults.length)}</p>
      <ul>
        {faults.map((fault, place) => (
          <li key={place}>
            <FaultLine look={look} fault={fault} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Another page opens in a tab of its own, since what is typed here is not saved. */
function FaultLine({ look, fault: { field, title, text, href } }: { readonly look: FormLook; readonly fault: Fault }) {
  if (title === null) return text
  if (field !== null)
    return (
      <>
        <a href={`#${idOf(look, field)}`}>{title}</a>: {text}
      </>
    )
  return (
    <>
      {href === undefined ? (
        title
      ) : (
        <a href={href} target="_blank" rel="noopener">
          {title}
        </a>
      )}
      {`: ${text}`}
    </>
  )
}

function Changed({ look, titleOf }: Pick<FormFrameProps, 'look' | 'titleOf'>) {
  const { texts, standing, focus, faults } = look
  const { changed, changedBy, choose } = texts.forms
  if (standing === null || standing.fields.size === 0) return null
  const { written, fields } = standing
  return (
    <div class="notice" role="alert" tabIndex={-1} autofocus={(focus === null && faults.length === 0) || undefined}>
      <p>
        {written === null ? changed : <TimeIn text={(time) => changedBy(written.by, time)} at={written.at} />} {choose}
      </p>
      <ul>
        {[...fields.keys()].map((field) => (
          <li key={field}>
            <a href={`#${idOf(look, field)}`}>{titleOf(field)}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SaveBarProps {
  readonly look: FormLook
  /** Says what the button does, where *Save* does not. */
  readonly save?: string
  readonly children?: ComponentChildren
}

/** The button that writes, always in sight. */
export function SaveBar({ look: { texts }, save = texts.forms.save, children }: SaveBarProps) {
  return (
    <div class="bar">
      {children}
      <span class="buttons">
        <button class="main" name="press" value="save">
          {save}
        </button>
      </span>
    </div>
  )
}

/** Fields that belong together. */
export const FormPart = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="card padded fields" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
