import { describe, expect, it } from 'vitest'
import { readInfra } from './infra-files.ts'
import { hbaProblems } from './pg-hba.ts'

describe('pg_hba.conf of compose.yaml', () => {
  it('asks for a password over every network, and has the superuser on its socket alone', () => {
    expect(hbaProblems(text)).toEqual([])
  })

  it.each([
    ['trust over a network', 'host all all all trust', 'lets in without a password'],
    ['trust on the socket', 'local all all trust', 'lets in without a password'],
    ['a password in the clear', 'host course_grading all all password', 'lets in without a password'],
    ['the superuser', 'host all postgres 10.0.0.0/8 scram-sha-256', 'lets the superuser in over a network'],
    ['a form that is not read', 'include other.conf', 'is no form that is read here'],
  ])('is found wrong with %s', (_what, line, problem) => {
    expect(hbaProblems(`${line}\n${text}`)).toContainEqual(`${line}: ${problem}`)
  })

  it('is found wrong if nothing rejects the superuser, or a line before it lets everybody in', () => {
    const [, rejects = ''] = /^(host  all             postgres .*\n)/m.exec(text) ?? []
    expect(hbaProblems(text.replace(rejects, ''))).toEqual(['postgres: is not rejected over a network'])
    const everybody = 'host course_grading all all scram-sha-256'
    expect(hbaProblems(`${everybody}\n${text}`)).toEqual([`${everybody}: lets the superuser in over a network`])
  })
})

const text = readInfra('postgres/pg_hba.conf')
