const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? '')

const controls =
  /<input(?<input>(?:"[^"]*"|[^">])*)>|<textarea(?<area>[^>]*)>(?<text>[^<]*)<\/textarea>|<select(?<select>[^>]*)>(?<options>.*?)<\/select>/gs
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}(?:="([^"]*)")?(?=[ />]|$)`).exec(tag)
  return found === null ? undefined : unescaped(found[1] ?? '')
}

/** What a browser without scripts sends of the form of a page, as it was drawn: CRLF for line ends, no box that is not checked. */
export function fieldsInForm(html: string): [name: string, value: string][] {
  const [form = ''] = /<form[^>]* class="form".*?<\/form>/s.exec(html) ?? []
  return [...form.matchAll(controls)].flatMap(({ groups }): [string, string][] => {
    const { input, area, text = '', select, options = '' } = groups ?? {}
    const tag = input ?? area ?? select ?? ''
    const name = attribute(tag, 'name')
    if (name === undefined) return []
    if (area !== undefined) return [[name, unescaped(text).replace(/^\n/, '').replaceAll('\n', '\r\n')]]
    if (select !== undefined) {
      const [chosen = ''] = options.match(/<option[^>]* selected[^>]*>/) ?? options.match(/<option[^>]*>/) ?? []
      return [[name, attribute(chosen, 'value') ?? '']]
    }
    const type = attribute(tag, 'type') ?? 'text'
    if (type === 'checkbox' && attribute(tag, 'checked') === undefined) return []
    const value = attribute(tag, 'value') ?? ''
    return [[name, type === 'text' ? value.replaceAll(/[\r\n]/g, '') : value]]
  })
}
