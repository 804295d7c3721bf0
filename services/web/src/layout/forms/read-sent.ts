import { readJson } from '@course-grading/domain/json/read-json'
import { HttpError } from '@course-grading/http-kit'

/** What each form sends beside its own fields. */
export interface Sent {
  /** Of what the form was drawn from: a save is based on it. */
  readonly revision: number
  /** The button: `save`, or an action and its row, such as `up:3`. */
  readonly press: string
  /** The fields under which what stands is shown. */
  readonly stale: readonly string[]
}

/** @throws HttpError validation_failed */
export function readSent(form: URLSearchParams): Sent {
  const revision = /^\d{1,15}$/.test(form.get('revision') ?? '') ? Number(form.get('revision')) : null
  if (revision === null) throw new HttpError('validation_failed')
  return { revision, press: form.get('press') ?? 'save', stale: form.getAll('stale') }
}

/** The action of a button, and its row. */
export function readPress(press: string): { readonly action: string; readonly row: string } {
  const [action = '', ...row] = press.split(':')
  return { action, row: row.join(':') }
}

/**
 * What a form of named fields was drawn from, as it stands in its hidden field: a member that is of another kind than in `example` is
 * missing. Whatever it says, the boundary checks the save. @throws HttpError validation_failed
 */
export function readBase<Fields extends object>(form: URLSearchParams, example: Fields): Fields {
  const reading = readJson(Buffer.from(form.get('base') ?? ''), { maxMembers: 100 })
  const given = reading.ok && typeof reading.value === 'object' && reading.value !== null ? reading.value : null
  if (given === null) throw new HttpError('validation_failed')
  const kept = Object.entries(example).map(([name, value]: [string, unknown]) => {
    const found: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : value
    const fits = typeof found !== 'object' && (value === null || typeof found === typeof value)
    return [name, fits || found === null ? found : value]
  })
  return Object.fromEntries(kept) as Fields
}
