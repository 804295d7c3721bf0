import { parseArgs } from 'node:util'
import { type DeliveryState, deliveryStates, type Resolution, resolutionRules } from '@course-grading/domain'

/** What `deliveries` is asked to do. */
export type DeliveryTask =
  | {
      readonly word: 'list'
      readonly courseId: number | null
      readonly state: DeliveryState | null
      readonly before: number | null
      readonly limit: number
    }
  | { readonly word: 'show' | 'release'; readonly deliveryId: string }
  | { readonly word: 'resolve'; readonly deliveryId: string; readonly as: Resolution; readonly reason: string }
  | { readonly word: 'hold'; readonly reason: string }
  | { readonly word: 'resume' }

export const usage = `usage: deliveries list [--course <id>] [--state <state>] [--limit <1..1000>] [--before <place>]
       deliveries show <delivery id>
       deliveries release <delivery id>
       deliveries resolve <delivery id> --as delivered|send_again|cancelled --reason <text>
       deliveries hold --reason <text>
       deliveries resume
`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const defaultLimit = 100

interface Words {
  readonly course?: string
  readonly state?: string
  readonly limit?: string
  readonly before?: string
  readonly as?: string
  readonly reason?: string
}

/** Which options each word takes, and whether it is about one delivery. */
const forms: Readonly<
  Record<DeliveryTask['word'], { readonly options: readonly (keyof Words)[]; readonly one: boolean }>
> = {
  list: { options: ['course', 'state', 'limit', 'before'], one: false },
  show: { options: [], one: true },
  release: { options: [], one: true },
  resolve: { options: ['as', 'reason'], one: true },
  hold: { options: ['reason'], one: false },
  resume: { options: [], one: false },
}

/** Undefined for anything that `usage` does not say. */
export function readDeliveryTask(args: readonly string[]): DeliveryTask | undefined {
  try {
    const text = { type: 'string' } as const
    const {
      values,
      positionals: [word = '', ...ids],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { course: text, state: text, limit: text, before: text, as: text, reason: text },
    })
    if (!isWord(word)) return undefined
    const { options, one } = forms[word]
    const fits =
      Object.keys(values).every((name) => options.some((option) => option === name)) && ids.length === (one ? 1 : 0)
    return fits && ids.every((id) => uuid.test(id)) ? taskOf(word, values, ids[0] ?? '') : undefined
  } catch {
    return undefined
  }
}

function taskOf(word: DeliveryTask['word'], values: Words, deliveryId: string): DeliveryTask | undefined {
  if (word === 'list') return listOf(values)
  if (word === 'resume') return { word }
  if (word === 'show' || word === 'release') return { word, deliveryId }
  const { as, reason } = values
  if (reason === undefined || reason === '' || Array.from(reason).length > 500) return undefined
  if (word === 'hold') return { word, reason }
  return as !== undefined && isResolution(as) ? { word, deliveryId, as, reason } : undefined
}

function listOf({ course, state, before, limit = String(defaultLimit) }: Words): DeliveryTask | undefined {
  const courseId = course === undefined ? null : wholeNumber(course, Number.MAX_SAFE_INTEGER)
  const place = before === undefined ? null : wholeNumber(before, Number.MAX_SAFE_INTEGER)
  const most = wholeNumber(limit, 1_000)
  if (courseId === undefined || place === undefined || most === undefined || (state !== undefined && !isState(state)))
    return undefined
  return { word: 'list', courseId, state: state ?? null, before: place, limit: most }
}

function wholeNumber(text: string, max: number): number | undefined {
  const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN
  return value <= max ? value : undefined
}

const isWord = (word: string): word is DeliveryTask['word'] => Object.hasOwn(forms, word)
const isState = (word: string): word is DeliveryState => deliveryStates.some((state) => state === word)
const isResolution = (word: string): word is Resolution => Object.hasOwn(resolutionRules, word)
