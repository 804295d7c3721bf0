import type { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { WebRequest } from './web.fixture.ts'

/** A page, by what stands on it, and what the boundary replies for it where that is no example of the contract. */
export type DrawnPage = readonly [
  what: string,
  path: string,
  replies?: Partial<Record<keyof typeof frontendInternal.operations, object>>,
  asked?: WebRequest,
]

const lines =
  /^(?:h\d|p|li|tr|th|td|dt|dd|section|div|nav|form|header|footer|article|details|summary|label|legend|output|title)$/
/** What browsers put texts back into. */
const fields = /^(?:input|select|textarea)$/
const kept = /^(?:html|h1|a|button|input|select|option|textarea|form|output|details|article|fieldset|section|nav|div)$/

/** Those that the runtime knows. */
const zones = /<option value="(\w+\/[\w/+-]+)">\1<\/option>/g

/** Texts, and the elements that do something, with their attributes. What depends on the clock and its zone, and request ids are left out. */
export function linesOf(html: string): string[] {
  return html
    .replaceAll(zones, '')
    .replaceAll(/<(\/?)(\w+)([^>]*)>/g, (_tag, end: string, name: string, attributes: string) => {
      const shown = attributes.replaceAll(/ (?:class|style|data-start)(?:="[^"]*")?/g, '')
      const own = fields.test(name) ? shown : shown.replaceAll(/ id="[^"]*"/g, '')
      const isShown = end === '' && kept.test(name) && (name !== 'div' || own !== '')
      // The parts of code that has its colours by then are no words.
      const before = lines.test(name) ? '\n' : name === 'span' || name === 'bdi' ? '' : ' '
      return `${before}${isShown ? `<${name}${own}>` : ''}`
    })
    .replaceAll(/(?:klo \d{1,2}\.|\d{1,2}:)\d{2}(?:\s[AP]M)?/g, 'H:MM')
    .replaceAll(/\b[\da-f-]{36}$/gm, (id) => (id.startsWith('019ea3f2-') ? id : 'an id'))
    .replaceAll(/(?<=name="drawn" value=")[^"]*/g, '…')
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')
}

/** A form that was drawn from another revision. */
export const formOnRevision = (form: NonNullable<WebRequest['form']>, revision: number): [string, string][] => [
  ...(Array.isArray(form) ? form : Object.entries(form)).filter(([name]) => name !== 'revision'),
  ['revision', String(revision)],
]
