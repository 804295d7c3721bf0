import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import type { Statement } from '../db/row.ts'

type Text = string | FragmentSqlToken

/** A step of a delivery: the guarded UPDATE that takes it, and its row in the history. Fragments may read `changed`, the changed row. */
export interface DeliveryStep {
  /** Common table expressions that the UPDATE reads, each with a comma after it. */
  readonly first?: FragmentSqlToken
  readonly set: FragmentSqlToken
  /** What the UPDATE joins, after FROM. */
  readonly using?: FragmentSqlToken
  readonly where: FragmentSqlToken
  /** Columns of `changed` beside id, submission_id, state, send_number, epoch and kind, each with a comma before it. */
  readonly returning?: FragmentSqlToken
  /** Common table expressions that change other tables, each with a comma before it. */
  readonly also?: FragmentSqlToken
  /** What the history calls the step. */
  readonly name: Text
  /** Without it the state stays as it is. */
  readonly states?: readonly [from: DeliveryState | FragmentSqlToken, to: DeliveryState | FragmentSqlToken]
  /** The send that the history names, where it is not the delivery's newest. */
  readonly sendNumber?: FragmentSqlToken
  readonly kind?: FragmentSqlToken
  readonly byUserId?: number | null
  /** Which of the changed rows have a row in the history; all without it. */
  readonly isRecorded?: FragmentSqlToken
}

export const done = Type.Object({ done: Type.Boolean() })

const nothing = sql.fragment``
const state = sql.fragment`changed.state`
const asText = (text: Text): FragmentSqlToken => (typeof text === 'string' ? sql.fragment`${text}::text` : text)

/** The step as the beginning of a statement, which goes on with SELECT. */
export function stepTaken(step: DeliveryStep): FragmentSqlToken {
  const { first = nothing, set, using, where, returning = nothing, also = nothing, name, byUserId = null } = step
  const [from, to] = step.states ?? [state, state]
  return sql.fragment`
    WITH ${first} changed AS (
      UPDATE delivery
      SET ${set}, updated_at = clock_timestamp()
      ${using ? sql.fragment`FROM ${using}` : nothing}
      WHERE ${where}
      RETURNING delivery.id, delivery.submission_id, delivery.state, delivery.send_number, delivery.epoch, delivery.kind ${returning}
    ) ${also},
    recorded AS (
      INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch, kind, by_user_id)
      SELECT changed.id, clock_timestamp(), ${asText(name)}, ${asText(from)}, ${asText(to)},
        ${step.sendNumber ?? sql.fragment`changed.send_number`}, changed.epoch, ${step.kind ?? sql.fragment`NULL::text`},
        ${byUserId}::bigint
      FROM changed
      WHERE ${step.isRecorded ?? sql.fragment`TRUE`}
    )`
}

/** False when another step changed the delivery first. */
export async function takeStep(
  db: Db,
  tag: Statement<{ readonly done: boolean }>,
  step: DeliveryStep,
): Promise<boolean> {
  return (await db.maybeOne(tag`${stepTaken(step)} SELECT TRUE AS done FROM changed`)) !== null
}

/** Closes the send of a changed delivery in the log of its sends. */
export const closedSend = (number: FragmentSqlToken, set: FragmentSqlToken) => sql.fragment`,
    closed AS (
      UPDATE delivery_send
      SET ${set}, recorded_at = clock_timestamp()
      FROM changed
      WHERE delivery_send.delivery_id = changed.id AND delivery_send.number = ${number}
    )`

/** Marks the capability of a delivered submission as used. */
export const usedCapability = sql.fragment`,
    used AS (
      UPDATE capability SET used_at = clock_timestamp()
      FROM changed
      WHERE changed.state = 'delivered' AND capability.submission_id = changed.submission_id AND capability.used_at IS NULL
    )`
