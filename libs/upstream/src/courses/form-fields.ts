export interface FormField {
  readonly key: string
  /** `file` for files, `textarea`, `radio` and others; empty if the form names none. */
  readonly type: string
  /** The title as the form has it, perhaps with language markup (`|en:…|fi:…|`); null if there is none. `titles` comes before it. */
  readonly title: string | null
  /** Titles by language code; empty if the form has no translations of this title. */
  readonly titles: ReadonlyMap<string, string>
}

const maxFields = 1000
const maxKey = 256
const maxTitle = 2000
const maxLanguages = 50

/** A title in `form_spec` may be a key of `form_i18n`, which has the texts by language. Unexpected members are left out. */
export function formFieldsOf(exerciseInfo: unknown): FormField[] {
  const spec = memberOf(exerciseInfo, 'form_spec')
  const translations = memberOf(exerciseInfo, 'form_i18n')
  if (!Array.isArray(spec)) return []
  return spec.slice(0, maxFields).flatMap((given: unknown): FormField[] => {
    const key = textOf(memberOf(given, 'key'), maxKey)
    if (key === null) return []
    const title = textOf(memberOf(given, 'title'), maxTitle)
    const titles = title === null ? new Map<string, string>() : textsOf(memberOf(translations, title))
    return [{ key, type: textOf(memberOf(given, 'type'), maxKey) ?? '', title, titles }]
  })
}

function textsOf(byLanguage: unknown): Map<string, string> {
  if (typeof byLanguage !== 'object' || byLanguage === null) return new Map()
  return new Map(
    Object.entries(byLanguage)
      .slice(0, maxLanguages)
      .flatMap(([language, given]): [string, string][] => {
        const title = textOf(given, maxTitle)
        return title === null ? [] : [[language, title]]
      }),
  )
}

/** Only an own member counts, since a title may be `constructor`. */
function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return member
}

function textOf(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null
}
