import Type, { type Static, type TSchema } from 'typebox'
import { maxId } from './ids.ts'

export const defaultPageSize = 50
export const maxPageSize = 200

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageSize,
      description: `The most items on a page; ${defaultPageSize} by default.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The `nextCursor` of the previous page.',
      examples: ['WyJsaXN0Q291cnNlcyIsMTFd'],
    }),
  ),
}

/** The key of an item in a list that is ordered by an id of upstream, a revision or an ordinal. */
export const numberKey = [Type.Integer({ minimum: 1, maximum: maxId })] as const

export const recordIdPattern = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

export const recordKey = [Type.String({ pattern: recordIdPattern })] as const

export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the next page begins; null on the last one.',
    }),
  })

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** For requests, as `nullable` for replies. One schema with two types makes the issue of a wrong value name the rule that it breaks. */
export const orNull = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })

const instantPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$'

/** RFC 3339 in UTC with milliseconds. */
export const instant = (description: string) => Type.String({ pattern: instantPattern, description })

/** The key of an item in a list that is ordered by time: any time that the database can hold. */
export const instantKey = Type.String({ format: 'date-time', pattern: instantPattern, 'x-years': [1, 9999] })

export const givenTime = (description: string) =>
  Type.String({
    format: 'date-time',
    maxLength: 40,
    'x-years': [1970, 9999],
    description: `${description} RFC 3339 with capital \`T\` and \`Z\` or an offset; fractions of milliseconds are cut off.`,
  })

export const revisionOf = (description: string) => Type.Integer({ minimum: 0, description })
