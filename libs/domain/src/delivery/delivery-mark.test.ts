import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSendMark, writeSendMark } from './delivery-mark.ts'

const deliveryId = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'

describe('writeSendMark', () => {
  it('joins delivery and send number', () => {
    expect(writeSendMark({ deliveryId, sendNumber: 12 })).toBe(`${deliveryId}.12`)
  })

  it.each([
    [deliveryId, 0],
    [deliveryId, -1],
    [deliveryId, 1.5],
    [deliveryId, NaN],
    [deliveryId, 1e9],
    [deliveryId, 1e21],
    ['', 1],
    [`${deliveryId}.1`, 1],
    [deliveryId.toUpperCase(), 1],
    [`{${deliveryId}}`, 1],
    [deliveryId.replaceAll('-', ''), 1],
    [deliveryId.slice(1), 1],
    [`${deliveryId}\n`, 1],
  ])('returns undefined for %j and %d', (id, sendNumber) => {
    expect(writeSendMark({ deliveryId: id, sendNumber })).toBeUndefined()
  })
})

describe('readSendMark', () => {
  it('reads a mark that it wrote', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 999_999_999 }), (id, sendNumber) => {
        expect(readSendMark(writeSendMark({ deliveryId: id, sendNumber }))).toEqual({ deliveryId: id, sendNumber })
      }),
    )
  })

  it.each([
    undefined,
    null,
    1,
    {},
    [`${deliveryId}.1`],
    '',
    deliveryId,
    `${deliveryId}.`,
    `${deliveryId}.0`,
    `${deliveryId}.01`,
    `${deliveryId}.+1`,
    `${deliveryId}.1e1`,
    `${deliveryId}.1.1`,
    `${deliveryId}.1 `,
    ` ${deliveryId}.1`,
    `${deliveryId}.1\n`,
    `${deliveryId}.１`,
    `${deliveryId}.1000000000`,
    `${deliveryId.toUpperCase()}.1`,
    `${deliveryId}:1`,
    `${deliveryId}1`,
    `x${deliveryId}.1`,
    `${deliveryId.replace('d', 'g')}.1`,
  ])('returns undefined for %j', (text) => {
    expect(readSendMark(text)).toBeUndefined()
  })
})
