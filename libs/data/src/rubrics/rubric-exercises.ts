import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'

// Exercises have no grading settings yet that could name a rubric. Their table is joined in the two places below, and nowhere else.

/** Ids of the exercises that are graded by the rubric of the row. */
export const exerciseIdsOfRubric = sql.fragment`ARRAY[]::bigint[]`

const inUse = statement('rubricIsInUse', Type.Object({ used: Type.Boolean() }))

/**
 * Whether the settings of an exercise name the rubric. Settings that begin to name it lock its row, so whoever must know for certain
 * locks the row first and asks in a statement of its own.
 */
export async function rubricIsInUse(db: Db, rubricId: string): Promise<boolean> {
  const row = await db.maybeOne(inUse`SELECT FALSE AS used WHERE ${rubricId}::uuid IS NOT NULL`)
  return row?.used === true
}
