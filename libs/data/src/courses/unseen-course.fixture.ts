import { expect } from 'vitest'
import type { Tx } from '../db/db.ts'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { courseWrites, gradingWrites } from '../testing/course-writes.ts'
import { explain, openClient, type Explained, type PlanNode } from '../testing/explained.ts'
import { writeCourses, type Statistics } from '../testing/many-courses.ts'
import { openData } from '../testing/open-data.ts'

/** What is read and written of a course, by name. */
export const all = { ...courseReads, ...personReads, ...courseWrites, ...gradingWrites }
export const size = { students: 300, submissions: 900 }

/** A submission is read together with what belongs to it, some times over, but not once for each of another kind. */
const rowsOfCourse = 20 * size.submissions
const rowsOfPerson = 150

/** What is looked up for each of many rows. A student has three submissions, and an exercise sixty that are registered. */
const rowsOfLookup = 20

/** Courses, and the plans of what is read and written of the last one of them. */
export async function openCourses(
  statistics: Statistics,
  {
    count = 12,
    modes = ['force_custom_plan', 'force_generic_plan'],
  }: { count?: number; modes?: readonly ('force_custom_plan' | 'force_generic_plan')[] } = {},
) {
  const data = await openData()
  const course = await writeCourses(data, { count, statistics, ...size })
  const client = await openClient(data.testDatabase.urls.frontendInternal)
  const grading = await openClient(data.testDatabase.urls.manualGrading)
  const plansOfRead = async (act: (tx: Tx) => Promise<unknown>) =>
    (await explain(client, 'force_custom_plan', act)).map(whatIsRead)
  const plansOf = async (name: string) => {
    const plans: Explained[] = []
    for (const mode of modes)
      plans.push(...(await explain(name in gradingWrites ? grading : client, mode, (tx) => all[name]!(tx, course))))
    return plans.map(whatIsRead)
  }
  const known = new Map<string, ReturnType<typeof plansOf>>()
  /** The same, asked once. */
  const knownPlansOf = (name: string) => known.getOrInsertComputed(name, plansOf)
  /** Reads by indexes, a person's one by one; writes without a look at others. */
  const expectOwnRows = async (name: string) => {
    const isRead = name in courseReads || name in personReads
    const most = name in personReads ? rowsOfPerson : rowsOfCourse
    for (const { rows, entries, lookup, readInFull, ...statement } of await knownPlansOf(name)) {
      expect(lookup, statement.name).toBeLessThan(rowsOfLookup)
      expect(rows, statement.name).toBeLessThan(most)
      if (!isRead) continue
      expect(readInFull, statement.name).toEqual([])
      expect(entries, statement.name).toBeLessThan(most)
    }
  }
  const { rows: named } = await data.owner.query<{ name: string }>(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
  )
  const functions: ReadonlySet<string> = new Set(named.map(({ name }) => name))
  const close = async () => {
    await Promise.all([client.end(), grading.end()])
    await data.close()
  }
  return { ...data, course, plansOf, knownPlansOf, plansOfRead, expectOwnRows, functions, close }
}

/** Tables that have many rows of each course. */
const large =
  /^(roster_student|snapshot_submi|submission|capability|assessment|completed_result|feedback(?!_template)|delivery|exercise_alias)/

/**
 * The rows of large tables that a statement read, those removed by filters and joins included, the entries of indexes that it read for
 * bitmaps, the most rows of what was repeated, the tables that it read in full, and the functions that it called in a FROM clause.
 */
function whatIsRead({ name, nodes }: Explained) {
  const ofTables = nodes.filter((node) => large.test(node['Relation Name'] ?? ''))
  const rowsOf = (node: PlanNode) =>
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const lookup = Math.max(0, ...ofTables.filter((node) => node['Actual Loops'] > 20).map(rowsOf))
  const rows = [
    ...ofTables.map((node) => node['Actual Loops'] * rowsOf(node)),
    ...nodes.map((node) => node['Actual Loops'] * (node['Rows Removed by Join Filter'] ?? 0)),
  ].reduce((sum, count) => sum + count, 0)
  const readInFull = ofTables.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
  const entries = nodes
    .filter((node) => node['Node Type'] === 'Bitmap Index Scan' && large.test(node['Index Name'] ?? ''))
    .reduce((sum, node) => sum + node['Actual Loops'] * node['Actual Rows'], 0)
  const called = nodes.flatMap((node) => node['Function Name'] ?? [])
  return { name, rows, entries, lookup, readInFull, called }
}
