import pg from 'pg'
import { DatabaseFailure } from './database-errors.ts'

export type Parser = (text: string) => unknown

// SQLSTATEs that the server itself uses for the same errors.
const numericValueOutOfRange = '22003'
const datetimeFieldOverflow = '22008'

const asText: Parser = (text) => text

/** Ids and counts are numbers everywhere; one that a number cannot hold exactly is an error, never a nearby number. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new DatabaseFailure(numericValueOutOfRange)
  return value
}

const timestamp = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/

/** RFC 3339 with milliseconds and Z. The session's time zone is UTC. Digits finer than a millisecond are cut off. */
function parseTimestamptz(text: string): string {
  const parts = timestamp.exec(text)
  if (parts === null) throw new DatabaseFailure(datetimeFieldOverflow)
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
}

/** By object ids, which never change (`pg_type.dat`). Others stay text: numeric, since a float loses digits; date, since it has no time zone. */
const scalarParsers = new Map<number, Parser>([
  [16, (text) => text === 't'],
  [17, pg.types.getTypeParser(17)],
  [20, parseInt8],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [1184, parseTimestamptz],
  [3802, JSON.parse],
])

const arrayTypes = new Map([
  [1000, 16],
  [1001, 17],
  [1005, 21],
  [1007, 23],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1185, 1184],
  [1009, 25],
  [1015, 1043],
  [1182, 1082],
  [1231, 1700],
  [2951, 2950],
  [199, 114],
  [3807, 3802],
])

const textArray: number = 1009
const parseQuotedArray = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[]
const needsQuotes = /["\\{}]|null/i

/** Splits the text of any array into the texts of its elements: at the commas if nothing is quoted, which is faster than the parser. */
function parseTextArray(text: string): (string | null)[] {
  const elements = text.slice(1, -1)
  if (elements === '') return []
  return needsQuotes.test(elements) ? parseQuotedArray(text) : elements.split(',')
}

const arrayParsers = new Map<number, Parser>(
  Array.from(arrayTypes, ([array, element]) => {
    const parseElement = scalarParsers.get(element) ?? asText
    return [array, (text) => parseTextArray(text).map((item) => (item === null ? null : parseElement(item)))]
  }),
)

export function typeParserOf(objectId: number): Parser {
  return scalarParsers.get(objectId) ?? arrayParsers.get(objectId) ?? asText
}
