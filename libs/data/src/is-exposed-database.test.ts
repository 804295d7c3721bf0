import { describe, expect, it } from 'vitest'
import { isExposedDatabase } from './is-exposed-database.ts'

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
  ])('accepts %s', (url) => {
    expect(isExposedDatabase(url)).toBe(false)
  })

  it.each([
    'postgres://role@db.example/db',
    'postgres://role@10.0.0.1/db',
    'postgres://role@127.0.0.1.example.org/db',
    'postgres://role@localhost.example/db',
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
