import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

const outsideTransaction = '-- outside a transaction\n'

/**
 * Reads migrations for the runner. A whole file migrates up; there is no way down. A file whose first line is `-- outside a
 * transaction` holds one statement that may be repeated, such as CREATE INDEX CONCURRENTLY IF NOT EXISTS.
 */
export const sqlFiles: NonNullable<RunnerOption['migrationLoaderStrategies']> = [
  {
    extensions: ['.sql'],
    loader: (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const text = await readFile(path, 'utf8')
          const up = (builder: MigrationBuilder): void => {
            if (text.startsWith(outsideTransaction)) builder.noTransaction()
            builder.sql(text)
          }
          return { id: path, filePaths: [path], actions: { up, down: false } }
        }),
      ),
  },
]
