const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const markForm = new RegExp(`^(?<deliveryId>${uuid})\\.(?<sendNumber>[1-9][0-9]{0,8})$`)

export interface SendMark {
  readonly deliveryId: string
  readonly sendNumber: number
}

/** What upstream stores as `delivery_id`; undefined for what is not a delivery id and a send number. */
export function writeSendMark({ deliveryId, sendNumber }: SendMark): string | undefined {
  const text = `${deliveryId}.${sendNumber}`
  return markForm.test(text) ? text : undefined
}

/** Exactly what writeSendMark writes; anything else, however near, is undefined. */
export function readSendMark(text: unknown): SendMark | undefined {
  const groups = typeof text === 'string' ? markForm.exec(text)?.groups : undefined
  const { deliveryId, sendNumber } = groups ?? {}
  return deliveryId === undefined ? undefined : { deliveryId, sendNumber: Number(sendNumber) }
}
