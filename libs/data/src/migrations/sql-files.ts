import { readFile } from 'node:fs/promises'
import type { MigrationBuilder, RunnerOption } from 'node-pg-migrate'

const outsideTransaction = '-- outside a transaction\n'

/** No way down. A file that begins with `-- outside a transaction` has one repeatable statement, such as CREATE INDEX CONCURRENTLY. */
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
