import { parseArgs } from 'node:util'
import { type DeliveryState, deliveryStates } from '@course-grading/domain/delivery/delivery-state'
import { type Resolution, resolutionRules } from '@course-grading/domain/delivery/resolve-delivery'
import { isBlank } from '@course-grading/domain/documents/required-text'

export type DeliveryTask =
  | {
      readonly command: 'list'
      readonly courseId: number | null
      readonly state: DeliveryState | null
      readonly before: number | null
      readonly limit: number
    }
  | { readonly command: 'show' | 'release'; readonly deliveryId: string }
  | { readonly command: 'resolve'; readonly deliveryId: string; readonly as: Resolution; readonly reason: string }
  | { readonly command: 'hold'; readonly reason: string }
  | { readonly command: 'resume' }

export const usage = `usage: deliveries list [--course <id>] [--state <state>] [--limit <1..1000>] [--before <number>]
       deliveries show <delivery id>
       deliveries release <delivery id>
       deliveries resolve <delivery id> --as delivered|send_again|cancelled --reason <text>
       deliveries hold --reason <text>
       deliveries resume
`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const defaultLimit = 100

interface Options {
  readonly course?: string
  readonly state?: string
  readonly limit?: string
  readonly before?: string
  readonly as?: string
  readonly reason?: string
}

const forms: Readonly<
  Record<DeliveryTask['command'], { readonly options: readonly (keyof Options)[]; readonly one: boolean }>
> = {
  list: { options: ['course', 'state', 'limit', 'before'], one: false },
  show: { options: [], one: true },
  release: { options: [], one: true },
  resolve: { options: ['as', 'reason'], one: true },
  hold: { options: ['reason'], one: false },
  resume: { options: [], one: false },
}

/** Undefined for arguments that are not in `usage`. */
export function readDeliveryTask(args: readonly string[]): DeliveryTask | undefined {
  try {
    const text = { type: 'string' } as const
    const {
      values,
      positionals: [command = '', ...ids],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { course: text, state: text, limit: text, before: text, as: text, reason: text },
    })
    if (!isCommand(command)) return undefined
    const { options, one } = forms[command]
    const fits =
      Object.keys(values).every((name) => options.some((option) => option === name)) && ids.length === (one ? 1 : 0)
    return fits && ids.every((id) => uuid.test(id)) ? taskOf(command, values, ids[0] ?? '') : undefined
  } catch {
    return undefined
  }
}

function taskOf(command: DeliveryTask['command'], values: Options, deliveryId: string): DeliveryTask | undefined {
  if (command === 'list') return listOf(values)
  if (command === 'resume') return { command }
  if (command === 'show' || command === 'release') return { command, deliveryId }
  const { as, reason } = values
  if (reason === undefined || isBlank(reason) || Array.from(reason).length > 500) return undefined
  if (command === 'hold') return { command, reason }
  return as !== undefined && isResolution(as) ? { command, deliveryId, as, reason } : undefined
}

function listOf({ course, state, before, limit = String(defaultLimit) }: Options): DeliveryTask | undefined {
  const courseId = course === undefined ? null : wholeNumber(course, Number.MAX_SAFE_INTEGER)
  const ordinal = before === undefined ? null : wholeNumber(before, Number.MAX_SAFE_INTEGER)
  const maxRows = wholeNumber(limit, 1_000)
  if (
    courseId === undefined ||
    ordinal === undefined ||
    maxRows === undefined ||
    (state !== undefined && !isState(state))
  )
    return undefined
  return { command: 'list', courseId, state: state ?? null, before: ordinal, limit: maxRows }
}

function wholeNumber(text: string, max: number): number | undefined {
  const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN
  return value <= max ? value : undefined
}

const isCommand = (command: string): command is DeliveryTask['command'] => Object.hasOwn(forms, command)
const isState = (text: string): text is DeliveryState => deliveryStates.some((state) => state === text)
const isResolution = (text: string): text is Resolution => Object.hasOwn(resolutionRules, text)
