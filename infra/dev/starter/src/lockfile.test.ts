import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

// `install.mjs` compares the two files: a lockfile in another order than pnpm's is taken for one that is not installed.
it('the lockfile is as pnpm writes it, so that the second start installs nothing', async () => {
  const [installed, committed] = await Promise.all(
    ['node_modules/.pnpm/lock.yaml', 'pnpm-lock.yaml'].map((path) => readFile(join(root, path), 'utf8')),
  )
  expect(committed === installed).toBe(true)
})
