import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { Time } from '../display/time.tsx'
import { FormContext, idOf } from './form-look.ts'

interface FieldProps {
  readonly name: string
  readonly title: string
  /** One sentence: what the field does, and to how many. */
  readonly about?: ComponentChildren
}

/** @throws TypeError outside a form */
function useField(name: string, hasAbout: boolean) {
  const look = useContext(FormContext)
  if (look === null) throw new TypeError(`The field ${name} stands in no form.`)
  const id = idOf(look, name)
  const faults = look.faults.filter(({ field }) => field === name)
  const now = look.standing?.fields.get(name)
  const notes = [hasAbout && `${id}-about`, faults.length > 0 && `${id}-fault`, now !== undefined && `${id}-now`]
  return {
    look,
    id,
    faults,
    now,
    isInvalid: faults.length > 0 || undefined,
    describedBy: notes.filter((note) => note !== false).join(' ') || undefined,
    hasFocus: look.focus === name || undefined,
  }
}

/** A line of a list that is no field itself, with what is wrong with it and what somebody else made of it. */
export function LineNotes({ name, title }: FieldProps) {
  return <FieldNotes name={name} title={title} />
}

/** What stands under a field: what it does, what is wrong, and what somebody else wrote. */
function FieldNotes({ name, title, about }: FieldProps) {
  const { look, id, faults, now } = useField(name, about !== undefined)
  const { now: nowText, nothing, use } = look.texts.forms
  const written = look.standing?.written
  return (
    <>
      {about !== undefined && (
        <span id={`${id}-about`} class="quiet small">
          {about}
        </span>
      )}
      {faults.length > 0 && (
        <span id={`${id}-fault`} class="error small">
          {faults.map(({ text }) => text).join(' ')}
        </span>
      )}
      {now !== undefined && (
        <span class="now small">
          <span id={`${id}-now`}>
            {nowText(now === '' ? nothing : now)}
            {written && (
              <>
                {' '}
                ({written.by}, <Time at={written.at} />)
              </>
            )}
          </span>{' '}
          <button name="press" value={`use:${name}`} aria-label={`${use}: ${title}`}>
            {use}
          </button>
        </span>
      )}
    </>
  )
}

interface LabelledProps extends FieldProps {
  readonly children: ComponentChildren
}

/** A control under its title, with its notes. */
function Labelled({ name, title, about, children }: LabelledProps) {
  const { id } = useField(name, about !== undefined)
  return (
    <div class="field">
      <label for={id}>{title}</label>
      {children}
      <FieldNotes name={name} title={title} about={about} />
    </div>
  )
}

interface TextProps extends FieldProps {
  readonly value: string
  readonly lang?: string
  /** More than one makes it a text area. */
  readonly rows?: number
}

export function TextField({ name, title, about, value, lang, rows = 1 }: TextProps) {
  const { look, id, isInvalid, describedBy, hasFocus } = useField(name, about !== undefined)
  if (rows === 1) return <LineField name={name} title={title} about={about} value={value} lang={lang} />
  const isLive = look.isLive === true
  return (
    <Labelled name={name} title={title} about={about}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        lang={lang}
        autoComplete={isLive ? 'off' : undefined}
        autofocus={isLive ? undefined : hasFocus}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        value={isLive ? value : undefined}
      >
        {isLive ? null : `\n${value}`}
      </textarea>
    </Labelled>
  )
}

interface LineProps extends FieldProps {
  readonly value: string
}

interface TextLineProps extends LineProps {
  readonly lang?: string | undefined
  readonly isNumber?: boolean
}

/** A field of one line. */
function LineField({ name, title, about, value, lang, isNumber = false }: TextLineProps) {
  const { id, isInvalid, describedBy, hasFocus } = useField(name, about !== undefined)
  return (
    <Labelled name={name} title={title} about={about}>
      <input
        id={id}
        name={name}
        class={isNumber ? 'typed-number' : undefined}
        inputMode={isNumber ? 'decimal' : undefined}
        size={isNumber ? 5 : undefined}
        lang={lang}
        value={value}
        autofocus={hasFocus}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
      />
    </Labelled>
  )
}

/** A time in the zone of the page, as `2026-12-01T10:00`. */
export function TimeField({ name, title, about, value }: LineProps) {
  const { id, isInvalid, describedBy, hasFocus } = useField(name, about !== undefined)
  return (
    <Labelled name={name} title={title} about={about}>
      <input
        type="datetime-local"
        id={id}
        name={name}
        value={value}
        autofocus={hasFocus}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
      />
    </Labelled>
  )
}

/** A number as a person types it: `formatTyped` writes its value, and `readNumber` reads it. */
export const TypedNumberField = ({ name, title, about, value }: LineProps) => (
  <LineField name={name} title={title} about={about} value={value} isNumber />
)

interface ChoiceProps extends FieldProps {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string; readonly about?: string }[]
}

/** One of a few: each with what it does. */
export function ChoiceField({ name, title, about, value, options }: ChoiceProps) {
  const { look, describedBy, hasFocus } = useField(name, about !== undefined)
  return (
    <fieldset class="field" aria-describedby={describedBy}>
      <legend>{title}</legend>
      {options.map((option, place) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            id={place === 0 ? idOf(look, name) : `${idOf(look, name)}-${option.value}`}
            name={name}
            value={option.value}
            checked={option.value === value}
            autofocus={option.value === value ? hasFocus : undefined}
          />
          <span>{option.text}</span>
          {option.about !== undefined && <small class="quiet">{option.about}</small>}
        </label>
      ))}
      <FieldNotes name={name} title={title} about={about} />
    </fieldset>
  )
}

/** One of many. */
export function SelectField({ name, title, about, value, options }: ChoiceProps) {
  const { id, isInvalid, describedBy, hasFocus } = useField(name, about !== undefined)
  return (
    <Labelled name={name} title={title} about={about}>
      <select id={id} name={name} autofocus={hasFocus} aria-invalid={isInvalid} aria-describedby={describedBy}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface CheckProps extends FieldProps {
  readonly isChecked: boolean
  /** What is sent where several boxes share a name: what is wrong with them stands with the group, which takes the focus. */
  readonly value?: string
}

/** A box whose name is its own: it is sent where it is checked. */
export function CheckField({ name, title, about, isChecked, value = 'on' }: CheckProps) {
  const { id: own, isInvalid, describedBy, hasFocus } = useField(name, about !== undefined)
  const isAlone = value === 'on'
  const id = isAlone ? own : `${own}-${value}`
  return (
    <div class="field">
      <label class="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          checked={isChecked}
          autofocus={isAlone ? hasFocus : undefined}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
        />
        <span>{title}</span>
      </label>
      {isAlone && <FieldNotes name={name} title={title} about={about} />}
    </div>
  )
}

interface GroupProps extends FieldProps {
  readonly children: ComponentChildren
}

/** Fields that belong together, such as boxes of one name. */
export function FieldGroup({ name, title, about, children }: GroupProps) {
  const { id, describedBy, hasFocus } = useField(name, about !== undefined)
  return (
    <fieldset class="field" id={id} tabIndex={-1} autofocus={hasFocus} aria-describedby={describedBy}>
      <legend>{title}</legend>
      {children}
      <FieldNotes name={name} title={title} about={about} />
    </fieldset>
  )
}

interface RowButtonProps {
  /** The action and its row, such as `remove:3`, which is also what `focus` names. */
  readonly press: string
  readonly text: string
  /** The title of its row, with which its name ends. */
  readonly of?: string
  readonly isOff?: boolean
  /** Of a button that chooses: whether this one is chosen. */
  readonly isPressed?: boolean
}

/** Changes rows of the form and draws it again as typed. Up of the first row keeps its place, so that the focus can stay. */
export function RowButton({ press, text, of, isOff = false, isPressed }: RowButtonProps) {
  const look = useContext(FormContext)
  return (
    <button
      name="press"
      value={press}
      aria-label={of === undefined ? undefined : `${text}: ${of}`}
      aria-disabled={isOff || undefined}
      aria-pressed={isPressed}
      autofocus={look?.focus === press || undefined}
    >
      {text}
    </button>
  )
}
