import { describe, expect, it } from 'vitest'
import { mapOf } from './map.ts'

const ports = { publicApi: 1, frontendInternal: 2, manualGrading: 3, simulator: 4, docs: null }
const dataPartOf = (dataDir: string | null) =>
  /\nData\n([^]*?)\n\n/.exec(mapOf({ ports, logDir: '/a/.local/logs', dataDir, checkout: '/a' }))?.[1]

describe('the map of a start', () => {
  it.each([
    ['in the checkout', '/a/.local/postgres', '  /a/.local/postgres'],
    [
      'in the temporary directory, which may be deleted',
      '/tmp/course-grading-1',
      '  /tmp/course-grading-1\n  temporary: the user of PostgreSQL cannot use the checkout, and the system may delete this folder',
    ],
    ['in a folder that only begins as the checkout', '/ab/postgres', expect.stringContaining('temporary')],
    ['in a given database', null, '  in the database of DATABASE_URL'],
  ])('says that the data is %s', (_where, dataDir, said) => {
    expect(dataPartOf(dataDir)).toEqual(said)
  })

  it('has the address of the documentation only if it was asked for', () => {
    const mapWith = (docs: number | null) =>
      mapOf({ ports: { ...ports, docs }, logDir: '', dataDir: null, checkout: '/a' })
    expect(mapWith(8088)).toContain('documentation      http://127.0.0.1:8088/\n')
    expect(mapWith(null)).not.toContain('documentation')
  })
})
