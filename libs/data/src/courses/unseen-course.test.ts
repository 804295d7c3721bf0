import { describe, expect } from 'vitest'
import { findLastChange } from '../assessments/find-last-change.ts'
import { findRubricInForce } from '../assessments/rubric-in-force.ts'
import { findWorkToBegin } from '../claims/begin-claim.ts'
import { takeNext } from '../claims/take-next.ts'
import type { Tx } from '../db/db.ts'
import { findUnregisteredSubmission } from '../submissions/find-unregistered-submission.ts'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { courseWrites, gradingWrites } from '../testing/course-writes.ts'
import { explain, openClient, type Explained, type PlanNode } from '../testing/explained.ts'
import { type LargeCourse, writeCourses, type Statistics } from '../testing/many-courses.ts'
import { openData, testIn } from '../testing/open-data.ts'

const all = { ...courseReads, ...personReads, ...courseWrites, ...gradingWrites }
const modes = ['force_custom_plan', 'force_generic_plan'] as const
const size = { students: 300, submissions: 900 }

const itBesideOne = testIn(() => openCourses('none', 2))

describe.each([
  ['of tables that were never analysed', testIn(() => openCourses('none'))],
  ['that was written after the others were analysed', testIn(() => openCourses('others'))],
])('a course %s', (_which, it) => {
  it.for(Object.keys(courseReads))('is read by indexes, and no other with it: %s', async (name, { world }) => {
    for (const statement of await world.plansOf(name)) expectOnlyRowsOf(statement, rowsOfCourse)
  })

  it.for(Object.keys(personReads))('has its people and documents looked up one by one: %s', async (name, { world }) => {
    for (const statement of await world.plansOf(name)) expectOnlyRowsOf(statement, rowsOfPerson)
  })

  it.for(Object.keys({ ...courseWrites, ...gradingWrites }))(
    'is written without a look at others: %s',
    async (name, { world }) => {
      for (const statement of await world.plansOf(name)) {
        expect(statement.rows, statement.name).toBeLessThan(rowsOfCourse)
        expect(statement.lookup, statement.name).toBeLessThan(rowsOfLookup)
      }
    },
  )
})

/** Reads that are not among the lists, since they ask little of a course. */
const otherReads: readonly ((tx: Tx, course: LargeCourse) => Promise<unknown>)[] = [
  ...(['bands', 'oldest'] as const).flatMap((order) =>
    [['a'], null].map(
      (tags) =>
        (tx: Tx, { courseId, exerciseIds }: LargeCourse) =>
          takeNext(tx, {
            courseId,
            exerciseId: exerciseIds[1]!,
            graderId: 101,
            restriction: { languages: [], courseLanguages: ['fi', 'sv', 'en'], tags },
            order,
          }),
    ),
  ),
  (tx, { submissionId }) => findWorkToBegin(tx, submissionId),
  (tx, { assessmentId }) => findLastChange(tx, assessmentId),
  (tx, { courseId, exerciseIds }) => findRubricInForce(tx, { courseId, exerciseId: exerciseIds[0]! }),
  (tx, { courseId, exerciseIds, userId }) =>
    findUnregisteredSubmission(tx, {
      submissionId: 1,
      courseId,
      exerciseId: exerciseIds[0]!,
      submittedAt: '2026-11-01T10:00:00.000Z',
      submitterIds: [userId],
    }),
]

describe('a function of the schema', () => {
  itBesideOne('is put into the statement that names it, and not called', { timeout: 240_000 }, async ({ world }) => {
    const plans = (await inTurn(Object.keys(all), world.plansOf)).flat()
    for (const read of otherReads) plans.push(...(await world.plansOfRead((tx) => read(tx, world.course))))
    expect(plans.filter(({ called }) => called.some((name) => world.functions.has(name)))).toEqual([])
  })
})

describe('what is read of a course, or by a student', () => {
  const own = Object.keys({ ...courseReads, ...personReads })

  itBesideOne('is nothing of eight more courses', { timeout: 240_000 }, async ({ world }) => {
    const rowsOf = async (name: string) => (await world.plansOf(name)).reduce((sum, { rows }) => sum + rows, 0)
    const before = await inTurn(own, rowsOf)
    await writeCourses(world, { count: 8, statistics: 'none', ...size })
    const after = await inTurn(own, rowsOf)
    // Another plan may read the course's own submissions twice. The students of eight courses alone would be more.
    const isMore = (_name: string, index: number) => after[index]! > before[index]! + 2 * size.submissions
    expect(own.filter(isMore)).toEqual([])
  })
})

/** A submission is read together with what belongs to it, some times over, but not once for each of another kind. */
const rowsOfCourse = 20 * size.submissions
const rowsOfPerson = 150

/** What is looked up for each of many rows. A student has three submissions, and an exercise sixty that are registered. */
const rowsOfLookup = 20

function expectOnlyRowsOf(
  { name, rows, entries, lookup, readInFull }: ReturnType<typeof whatIsRead>,
  most: number,
): void {
  expect(readInFull, name).toEqual([])
  expect(lookup, name).toBeLessThan(rowsOfLookup)
  expect(rows, name).toBeLessThan(most)
  expect(entries, name).toBeLessThan(most)
}

async function openCourses(statistics: Statistics, count = 12) {
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
  const { rows } = await data.owner.query<{ name: string }>(
    "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
  )
  const functions = new Set(rows.map(({ name }) => name))
  const close = async () => {
    await Promise.all([client.end(), grading.end()])
    await data.close()
  }
  return { ...data, course, plansOf, plansOfRead, functions, close }
}

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
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
