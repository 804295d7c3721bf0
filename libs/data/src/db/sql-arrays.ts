import { sql } from 'slonik'

/**
 * An id that the planner does not see. For a value that its statistics lack, such as a course that was just read for the first time, the
 * planner would expect one row, and choose plans that read the course again for each row.
 */
export const unseen = (id: number) => sql.fragment`(SELECT ${id}::bigint)`

/** Lists as arrays, each one parameter, so that the text of a statement does not depend on their lengths. */
export const bigints = (ids: readonly (number | null)[]) => sql.array([...ids], 'int8')
export const uuids = (ids: readonly (string | null)[]) => sql.array([...ids], 'uuid')
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text')
export const byteas = (values: readonly Buffer[]) => sql.array([...values], 'bytea')
