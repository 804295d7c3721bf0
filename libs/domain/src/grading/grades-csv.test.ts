import { describe, expect, it } from 'vitest'
import { aRubric } from '../rubrics/a-rubric.fixture.ts'
import { type ExportedGrade, gradeLines, gradesHeader } from './grades-csv.ts'

describe('gradeLines', () => {
  it('has a cell for each column of the header', () => {
    const criterionIds = ['structure', 'state']
    expect(gradesHeader(criterionIds).trimEnd().split(';')).toHaveLength(before.length + 2 + after.length)
    expect(cells(gradeLines(aGrade, null, criterionIds))).toEqual([...before, '', '', ...after])
    expect(gradesHeader(criterionIds)).toContain('state;points;maxPoints;criterion.structure;criterion.state;grader')
  })

  it('has the points of each criterion of the version by which it was judged, and none of another', () => {
    const scores = { structure: { levelId: 'good' }, report: { points: -1.1 } }
    const lines = gradeLines(aGrade, { document: aRubric(), scores }, ['report', 'structure', 'gone', 'faults'])
    expect(cells(lines).slice(before.length, -after.length)).toEqual(['-1.1', '4.2', '', '0'])
  })

  it('has a line for each submitter, with only the alias of those who have one', () => {
    const alias = { userId: null, username: null, studentId: null, fullName: null, alias: 48_213 }
    const lines = gradeLines({ ...aGrade, people: [alias, aPerson] }, null, []).split('\r\n')
    expect(lines.map((line) => cells(line).slice(2, 6))).toEqual([
      ['', '', '', 'Student 48213'],
      ['201', 'eero', '500201', 'Eero Demonen'],
      [],
    ])
  })

  it('has a line without a person for work that has no submitter left', () => {
    expect(cells(gradeLines({ ...aGrade, people: [] }, null, [])).slice(0, 7)).toEqual([
      '3001',
      'a-1',
      '',
      '',
      '',
      '',
      '2',
    ])
  })

  it('guards against formulas in names', () => {
    const people = [{ ...aPerson, fullName: '=HYPERLINK("x")' }]
    expect(gradeLines({ ...aGrade, people }, null, [])).toContain(`"'=HYPERLINK(""x"")"`)
  })
})

const aPerson = { userId: 201, username: 'eero', studentId: '500201', fullName: 'Eero Demonen', alias: null }
const aGrade: ExportedGrade = {
  submissionId: 3001,
  assessmentId: 'a-1',
  attempt: 2,
  submittedAt: '2026-11-01T10:00:00.000Z',
  state: 'completed',
  points: 7.5,
  maxPoints: 10,
  graderId: 102,
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
  '7.5',
  '10',
]
const after = ['102', aGrade.completedAt, '', 'held', '', 'ready', '0']
