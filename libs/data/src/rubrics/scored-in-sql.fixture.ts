import type { Criterion, RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Score } from '@course-grading/domain/rubrics/score'
import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
import { createTestDatabase } from '@course-grading/test-database'
import fc from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'

/**
 * The rules of scoring written a second time, in SQL with PostgreSQL's decimals. A criterion whose score is impossible counts
 * 0.
 */
const scoring = `
  WITH given AS (
    SELECT position, each -> 'rubric' AS rubric, each -> 'scores' AS scores, (each ->> 'adjusted')::numeric AS adjusted,
      (each ->> 'autoPoints')::numeric AS auto_points
    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS list (each, position)
  ),
  criterion AS (
    SELECT given.position, each, given.scores -> (each ->> 'id') AS score
    FROM given, jsonb_array_elements(given.rubric -> 'criteria') AS each
  ),
  chosen AS (
    SELECT criterion.position, criterion.each ->> 'id' AS id,
      sum((kind_of_check ->> 'points')::numeric * times::numeric) AS points,
      bool_and(kind_of_check IS NOT NULL AND times::numeric BETWEEN 1 AND (kind_of_check ->> 'maxTimes')::numeric)
        AND count(*) <= coalesce((criterion.each ->> 'maxChecks')::numeric, 'Infinity') AS is_possible
    FROM criterion
    CROSS JOIN LATERAL jsonb_each_text(criterion.score -> 'checks') AS taken (id, times)
    LEFT JOIN LATERAL jsonb_array_elements(criterion.each -> 'checks') AS kind_of_check ON kind_of_check ->> 'id' = taken.id
    WHERE criterion.each ->> 'kind' = 'checks'
    GROUP BY criterion.position, criterion.each
  ),
  counted AS (
    SELECT criterion.position, criterion.each ->> 'id' AS id, CASE
      WHEN criterion.score - 'comment' - CASE criterion.each ->> 'kind' WHEN 'levels' THEN 'levelId' ELSE criterion.each ->> 'kind' END
        <> '{}' THEN 0
      WHEN criterion.each ->> 'kind' = 'levels' THEN (
        SELECT (level ->> 'points')::numeric FROM jsonb_array_elements(criterion.each -> 'levels') AS level
        WHERE level ->> 'id' = criterion.score ->> 'levelId')
      WHEN criterion.each ->> 'kind' = 'checks' THEN CASE WHEN chosen.is_possible THEN chosen.points END
      WHEN (criterion.score ->> 'points')::numeric BETWEEN (criterion.each ->> 'min')::numeric AND (criterion.each ->> 'max')::numeric
        AND mod((criterion.score ->> 'points')::numeric - (criterion.each ->> 'min')::numeric, (criterion.each ->> 'step')::numeric) = 0
        THEN (criterion.score ->> 'points')::numeric
    END AS points
    FROM criterion
    LEFT JOIN chosen ON chosen.position = criterion.position AND chosen.id = criterion.each ->> 'id'
  ),
  total AS (
    SELECT given.position, given.rubric,
      (given.rubric ->> 'startingPoints')::numeric + given.adjusted + given.auto_points + sum(coalesce(counted.points, 0)) AS points,
      json_object_agg(counted.id, coalesce(counted.points, 0)) AS by_criterion
    FROM given
    JOIN counted ON counted.position = given.position
    GROUP BY given.position, given.rubric, given.adjusted, given.auto_points
  )
  SELECT by_criterion AS "byCriterion", greatest(0, least((rubric ->> 'maxPoints')::numeric, CASE rubric ->> 'rounding'
    WHEN 'half' THEN round(points * 2) / 2
    WHEN 'whole' THEN round(points)
    ELSE points
  END))::float8 AS points
  FROM total
  ORDER BY position`

interface ScoredCase {
  readonly rubric: RubricDocument
  readonly scores: Readonly<Record<string, Score>>
  readonly adjusted: number
  readonly autoPoints: number
}

/** All points of a case are multiples of this many hundredths. With 25, many totals lie exactly between two rounded values. */
type Grain = 1 | 25
const points = (limit: number, grain: Grain) =>
  fc
    .integer({ min: -limit * 4, max: limit * 4 })
    .chain((quarters) => fc.nat(24).map((hundredths) => (quarters * 25 + (grain === 1 ? hundredths : 0)) / 100))

const text = { title: { en: 'x' } } as const
const shown = { required: false, commentRequired: false, visibleToStudent: true } as const
const sizes = fc.constantFrom(3, 50, 1_000_000)
const wrongScore: fc.Arbitrary<Score> = fc.constantFrom<Score>(
  { levelId: 'nothing' },
  { checks: { nothing: 1 } },
  { points: 1e9 },
  { levelId: 'i0', points: 0 },
  { comment: 'Soon.' },
)

const levels = (grain: Grain) =>
  sizes.chain((size) =>
    fc.array(points(size, grain), { minLength: 2, maxLength: 5 }).chain((given) =>
      fc.tuple(
        fc.constant<Partial<Criterion>>({
          kind: 'levels',
          levels: given.map((each, index) => ({ id: `i${index}`, ...text, points: each, commentRequired: false })),
        }),
        fc.nat(given.length - 1).map((index): Score => ({ levelId: `i${index}` })),
      ),
    ),
  )
const checks = (grain: Grain) =>
  sizes.chain((size) =>
    fc
      .array(fc.tuple(points(size, grain), fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 6 })
      .chain((given) =>
        fc.tuple(
          fc.option(fc.integer({ min: 1, max: 6 })).map((maxChecks): Partial<Criterion> => ({
            kind: 'checks',
            checks: given.map(([each, maxTimes], index) => ({
              id: `i${index}`,
              ...text,
              points: each,
              maxTimes,
              visibility: 'always',
              commentRequired: false,
            })),
            minChecks: 0,
            maxChecks,
          })),
          fc
            .dictionary(
              fc.nat(given.length - 1).map((index) => `i${index}`),
              fc.integer({ min: 0, max: 60 }),
              {
                noNullPrototype: true,
              },
            )
            .map((taken): Score => ({ checks: taken, comment: 'x' })),
        ),
      ),
  )
const steps = (grain: Grain) =>
  fc
    .tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 40 }))
    .map(([min, step, count]) => [min * grain, step * grain, count] as const)
    .chain(([min, step, count]) =>
      fc.tuple(
        fc.constant<Partial<Criterion>>({
          kind: 'points',
          min: min / 100,
          max: (min + step * count) / 100,
          step: step / 100,
        }),
        fc.oneof(
          { weight: 4, arbitrary: fc.nat(count).map((taken): Score => ({ points: (min + step * taken) / 100 })) },
          { weight: 1, arbitrary: points(150, 1).map((each): Score => ({ points: each })) },
        ),
      ),
    )

const criteria = (grain: Grain) =>
  fc.array(
    fc.tuple(
      fc.oneof(levels(grain), checks(grain), steps(grain)),
      fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: wrongScore }),
    ),
    { minLength: 1, maxLength: 8 },
  )
const scoredCase: fc.Arbitrary<ScoredCase> = fc.constantFrom<Grain>(1, 25).chain((grain) =>
  fc
    .record({
      judged: criteria(grain),
      left: fc.nat(8),
      max: fc.constantFrom(0.01, 2.25, 10, 100, 1_000_000),
      startsAtMax: fc.boolean(),
      rounding: fc.constantFrom('none', 'half', 'whole'),
      adjusted: points(40, grain),
      autoPoints: points(10, grain),
    })
    .map(({ judged, left, max, startsAtMax, rounding, adjusted, autoPoints }) => ({
      rubric: {
        ...text,
        maxPoints: max,
        startingPoints: startsAtMax ? max : 0,
        rounding,
        criteria: judged.map(([[of]], index) => ({ id: `c${index}`, ...text, ...shown, ...of }) as Criterion),
      },
      scores: Object.fromEntries(
        judged.flatMap(([[, right], wrong], index) => (index === left ? [] : [[`c${index}`, wrong ?? right]])),
      ),
      adjusted,
      autoPoints,
    })),
)

const casesAtOnce = 20

/** Compares the points of a number of judgements by the domain's rule with those by PostgreSQL. */
export async function compareWithSql(cases: number): Promise<void> {
  const testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  onTestFinished(async () => {
    await client.end()
    await testDatabase.drop()
  })
  await client.connect()
  await fc.assert(
    fc.asyncProperty(fc.array(scoredCase, { minLength: casesAtOnce, maxLength: casesAtOnce }), async (given) => {
      const { rows } = await client.query<{ points: number; byCriterion: Record<string, number> }>(scoring, [
        JSON.stringify(given),
      ])
      const scored = given.map(({ rubric, scores, adjusted, autoPoints }) => {
        const adjustment = { points: adjusted, reason: 'x' }
        const { points: total, byCriterion } = scoreRubric(rubric, { scores, adjustment, autoPoints })
        return { points: total, byCriterion }
      })
      expect(scored).toEqual(rows)
    }),
    { numRuns: cases / casesAtOnce },
  )
}
