import { test } from 'vitest'
import { startPrivateDatabase } from '../private-database.ts'
import { startDeliveryWorld } from './delivery-world.ts'

/** Tests of deliveries. The world of a file starts with its first test. After each test its workers and proxies end. */
export const it = test
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await startDeliveryWorld()
    onCleanup(world.close)
    return world
  })
  .extend('ended', { auto: true }, ({ world }, { onCleanup }) => onCleanup(world.endTest))
  .extend('peer', { scope: 'file' }, ({ world }) => world.peer())
  /** Of another origin, so that the two share no slots. */
  .extend('other', { scope: 'file' }, ({ world }) => world.peer())

/** The same on a PostgreSQL of their own, which tests may stop. */
export const withServer = (...options: Parameters<typeof startPrivateDatabase>) =>
  it
    .extend('postgres', { scope: 'file' }, async ({}, { onCleanup }) => {
      const postgres = await startPrivateDatabase(...options)
      onCleanup(postgres.remove)
      await postgres.migrate()
      return postgres
    })
    .extend('world', { scope: 'file' }, async ({ postgres }, { onCleanup }) => {
      const { ownerUrl, urls } = postgres
      const world = await startDeliveryWorld({ ownerUrl, databaseUrl: urls.manualGrading })
      onCleanup(world.close)
      return world
    })
