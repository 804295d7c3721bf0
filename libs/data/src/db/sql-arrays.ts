import { sql } from 'slonik'

/** Lists as arrays, each one parameter, so that the text of a statement does not depend on their lengths. */
export const bigints = (ids: readonly (number | null)[]) => sql.array([...ids], 'int8')
export const uuids = (ids: readonly (string | null)[]) => sql.array([...ids], 'uuid')
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text')
export const byteas = (values: readonly Buffer[]) => sql.array([...values], 'bytea')
