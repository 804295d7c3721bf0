import { test } from 'vitest'

/** Tests in a world, which begins with the first test of a file that takes it, and ends with the file. */
export const testIn = <World extends { readonly close: () => Promise<void> }>(open: () => Promise<World>) =>
  test.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await open()
    onCleanup(world.close)
    return world
  })
