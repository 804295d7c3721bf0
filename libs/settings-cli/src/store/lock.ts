import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CourseFile, FileProblem } from './course-files.ts'
import { pathOf, requireOwnFiles } from './last-seen.ts'

/** Does something while no other command changes the file, or what is beside it. */
export async function withLock<T>(file: CourseFile, action: () => Promise<T>): Promise<T> {
  const path = pathOf(file, '.lock')
  await requireOwnFiles(file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '', { flag: 'wx' }).catch((failure: unknown) => {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure
    throw new FileProblem(`Another command has locked this course. If none runs, remove ${path}.`)
  })
  try {
    return await action()
  } finally {
    await rm(path, { force: true })
  }
}
