import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHundredths, toHundredths } from '../rubrics/hundredths.ts'
import type { ResultPart } from '../rubrics/result-part.ts'
import { gradeLines, gradesHeader } from './grades-csv.ts'

type ExportedGrade = Parameters<typeof gradeLines>[0]

describe('gradeLines', () => {
  it('has a cell for each column of the header, those of before parts were kept first', () => {
    const file = aFile(['structure', 'state'])
    expect(gradesHeader(file)).toBe(
      '\uFEFFsubmissionId;assessmentId;userId;username;studentId;name;attempt;submittedAt;state;points;maxPoints;criterion.structure;criterion.state;grader;completedAt;releasedAt;delivery;standing;upstreamStatus;upstreamGrade;graderName;starting;automatic;adjustment;rounding;limit;otherCriteria\r\n',
    )
    expect(cells(gradeLines(aGrade, file))).toEqual([...before, '', '', ...after, 'Iida', ...noParts])
  })

  it('has the points of each criterion by which it was judged, and none of another', () => {
    const parts = [ofCriterion('structure', 4.2), ofCriterion('report', -1.1), ofCriterion('faults', 0)]
    const lines = gradeLines({ ...aGrade, parts }, aFile(['report', 'structure', 'gone', 'faults']))
    expect(cells(lines).slice(before.length, -after.length - 7)).toEqual(['-1,1', '4,2', '', '0'])
    expect(cells(lines).slice(-6)).toEqual(['0', '0', '0', '0', '0', '0'])
  })

  it('sums what no column of a criterion has, so that each line adds up exactly', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 12 }), fc.constantFrom('comma', 'semicolon'), (given, dialect) => {
        const parts = given.filter(
          ({ criterionId }, at) => at === given.findIndex((each) => each.criterionId === criterionId),
        )
        const file = { criterionIds: ['a', 'b'], dialect }
        const row = read(gradesHeader(file) + gradeLines({ ...aGrade, parts }, file), dialect)
        const names = Object.keys(row).filter((name) => name.startsWith('criterion.') || partColumns.includes(name))
        expect(names).toHaveLength(8)
        expect(sum(names.map((name) => row[name] ?? ''))).toBe(sum(parts.map(({ points }) => String(points))))
      }),
    )
  })

  it('leaves the parts empty of a result from before they were kept', () => {
    const row = read(gradesHeader(aFile(['a'])) + gradeLines(aGrade, aFile(['a'])), 'semicolon')
    expect(row['points']).toBe('7.5')
    for (const name of ['criterion.a', ...partColumns]) expect(row[name]).toBe('')
  })

  it('has a line for each submitter, with only the alias of those who have one', () => {
    const alias = { userId: null, username: null, studentId: null, fullName: null, alias: 48_213 }
    const lines = gradeLines({ ...aGrade, people: [alias, aPerson] }, aFile([])).split('\r\n')
    expect(lines.map((line) => cells(line).slice(2, 6))).toEqual([
      ['', '', '', 'Student 48213'],
      ['201', 'eero', '500201', 'Eero Demonen'],
      [],
    ])
  })

  it('has a line without a person for work that has no submitter left', () => {
    expect(cells(gradeLines({ ...aGrade, people: [] }, aFile([]))).slice(0, 7)).toEqual([
      '3001',
      'a-1',
      '',
      '',
      '',
      '',
      '2',
    ])
  })

  it('names a grader whose name is not known by the user id, and nobody where there is none', () => {
    const nameIn = (grade: ExportedGrade) => cells(gradeLines(grade, aFile([]))).at(-7)
    expect(nameIn({ ...aGrade, graderName: null })).toBe('User 102')
    expect(nameIn({ ...aGrade, graderId: null, graderName: null })).toBe('')
  })

  it.each(['comma', 'semicolon'] as const)(
    'guards texts against formulas with %s, and leaves numbers alone',
    (dialect) => {
      const people = [{ ...aPerson, fullName: '=HYPERLINK("x")', username: '\t-1', studentId: '+1' }]
      const line = gradeLines(
        { ...aGrade, people, graderName: '@you', parts: [{ kind: 'adjustment', points: -0.5 }] },
        { criterionIds: [], dialect },
      )
      for (const text of [`"'=HYPERLINK(""x"")"`, `"'\t'-1"`, `"'+1"`, `"'@you"`]) expect(line).toContain(text)
      expect(line).toContain(dialect === 'comma' ? ',0,-0.5,0,' : ';0;-0,5;0;')
    },
  )
})

const aFile = (criterionIds: readonly string[]) => ({ criterionIds, dialect: 'semicolon' }) as const
const aPerson = { userId: 201, username: 'eero', studentId: '500201', fullName: 'Eero Demonen', alias: null }
const aGrade: ExportedGrade = {
  submissionId: 3001,
  assessmentId: 'a-1',
  attempt: 2,
  submittedAt: '2026-11-01T10:00:00.000Z',
  state: 'completed',
  points: 7.5,
  maxPoints: 10,
  parts: null,
  graderId: 102,
  graderName: 'Iida',
  completedAt: '2026-11-02T10:00:00.000Z',
  releasedAt: null,
  deliveryState: 'held',
  standing: null,
  upstreamStatus: 'ready',
  upstreamGrade: 0,
  people: [aPerson],
}
const cells = (line: string): string[] =>
  line
    .trimEnd()
    .split(';')
    .map((cell) => cell.replace(/^"(.*)"$/, '$1'))
const before = [
  '3001',
  'a-1',
  '201',
  'eero',
  '500201',
  'Eero Demonen',
  '2',
  aGrade.submittedAt,
  'completed',
  '7,5',
  '10',
]
const after = ['102', aGrade.completedAt, '', 'held', '', 'ready', '0']
const partColumns = ['starting', 'automatic', 'adjustment', 'rounding', 'limit', 'otherCriteria']
const noParts = partColumns.map(() => '')

const ofCriterion = (criterionId: string, points: number): ResultPart => ({ kind: 'criterion', criterionId, points })
const somePoints = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((hundredths) => hundredths / 100)
const anyPart: fc.Arbitrary<ResultPart> = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'constructor'), somePoints).map(([id, points]) => ofCriterion(id, points)),
  fc.record({
    kind: fc.constantFrom(
      'starting' as const,
      'automatic' as const,
      'adjustment' as const,
      'rounding' as const,
      'limit' as const,
    ),
    points: somePoints,
  }),
)

/** The only row of a file without separators in its texts, with decimal points. */
function read(file: string, dialect: 'comma' | 'semicolon'): Record<string, string> {
  const separator = dialect === 'comma' ? ',' : ';'
  const [header = [], line = []] = file.split('\r\n').map((text) => text.split(separator))
  return Object.fromEntries(header.map((name, at) => [name, (line[at] ?? '').replaceAll('"', '').replace(',', '.')]))
}

const sum = (numbers: readonly string[]): number =>
  fromHundredths(numbers.reduce((total, text) => total + (toHundredths(Number(text)) ?? 0n), 0n))
