import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { isExposedDatabase, isReadableDatabaseUrl } from './database-url.ts'

describe('isExposedDatabase', () => {
  it.each([
    'postgres://role:password@127.0.0.1:5432/db',
    'postgresql://role@localhost/db',
    'postgres://role@[::1]:5432/db',
    'postgres://role@db.example/db?sslmode=verify-full',
    'postgres://role@db.example/db?sslrootcert=/ca.pem&sslmode=verify-full',
    'postgres://role@db.example/db?sslmode=require&sslmode=verify-full',
    'postgres://role@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres://role@ignored/db?host=/var/run/postgresql',
    'postgres://role@ignored/db?host=db.example&host=localhost',
    'postgres://db.example:db.example@127.9.8.7:5433/db.example?application_name=db.example',
  ])('accepts %s', (url) => {
    expect(isExposedDatabase(url)).toBe(false)
  })

  it.each([
    'postgres://role@db.example/db',
    'postgres://role@10.0.0.1/db',
    'postgres://role@127.0.0.1.example.org/db',
    'postgres://role@localhost.example/db',
    'postgres://role@evil127.0.0.1/db',
    'postgres://role@evil.localhost/db',
    'postgres://role@localhostlocalhost/db',
    'postgres://role@localhost./db',
    'postgres://role@127.0.0.1./db',
    'postgres://role@127.0.0/db',
    'postgres://role@[::1:2]/db',
    'postgres://localhost:127.0.0.1@db.example:127/localhost',
    'postgres://role@db.example/db?application_name=localhost',
    'postgres://role@localhost/db?host=localhost&host=db.example',
    'postgres://role@localhost/db?host=/run/postgresql&host=db.example',
    'postgres://role@localhost/db?host=127.0.0.1.example.org',
    'postgres://role@localhost/db?host=',
    ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify', 'VERIFY-FULL', ''].map(
      (mode) => `postgres://role@db.example/db?sslmode=${mode}`,
    ),
    'postgres://role@db.example/db?sslmode=verify-full&sslmode=disable',
    'postgres://role@db.example/db?ssl=true',
    'postgres://role@127.0.0.1/db?host=db.example',
    'postgres://role@/db',
    'postgres://role@%zz/db',
    'no URL',
  ])('reports %s', (url) => {
    expect(isExposedDatabase(url)).toBe(true)
  })
})

describe('a URL with several hosts', () => {
  it.each([
    ['postgres://role@one/db?host=two', 'two'],
    ['postgres://role@one/db?host=two&host=three', 'three'],
    ['postgres://role@one/db?host=/run/postgresql&host=localhost', 'localhost'],
    ['postgres://role@LOCALHOST/db', 'LOCALHOST'],
  ])('is read by the driver as isExposedDatabase takes it: %s', (connectionString, host) => {
    expect(new pg.Client({ connectionString }).host).toBe(host)
  })
})

describe('isReadableDatabaseUrl', () => {
  it.each([
    'postgres:///course_grading?host=&host=/run/postgresql',
    'postgres://role:p%40ss@db.example/course_grading',
    'postgresql://role@[::1]:5433/course_grading?sslmode=disable',
    'postgres:///course_grading?host=/run/postgresql',
    'postgres://role@%2Frun%2Fpostgresql/course_grading',
  ])('is true for %s', (url) => {
    expect(isReadableDatabaseUrl(url)).toBe(true)
  })

  it.each([
    ['no URL', 'course_grading'],
    ['another scheme', 'mysql://role@db/course_grading'],
    ['a path of a socket', '/run/postgresql course_grading'],
    ['a % that begins no escape', 'postgres://role:100%@db/course_grading'],
    ['an escape that is not UTF-8', 'postgres://role:%ff@db/course_grading'],
    ['two hosts', 'postgres://role@one,two/course_grading'],
    ['two hosts with ports', 'postgres://role@one:5432,two:5432/course_grading'],
    ['an empty host after another one', 'postgres:///course_grading?host=/run/postgresql&host='],
    ['two hosts as a parameter after one', 'postgres:///course_grading?host=one&host=one,two'],
    ['two hosts as a parameter', 'postgres:///course_grading?host=one,two'],
    ['a role without a host, before a socket', 'postgres://role@/course_grading?host=/run/postgresql'],
    ['no host at all', 'postgres:///course_grading'],
    ['no database', 'postgres://role@db/'],
    ['a port that is no number', 'postgres://role@db/course_grading?port=none'],
    ['a certificate that is not there', 'postgres://role@db/course_grading?sslrootcert=/nowhere/ca.pem'],
  ])('is false for %s', (_what, url) => {
    expect(isReadableDatabaseUrl(url)).toBe(false)
  })
})
