import { cp, mkdir } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'

/**
 * Copies what Docker would be sent of a folder, by a `.dockerignore` of our form: the first line leaves all out, `!`
 * lines take paths back in, and the other lines leave patterns out again.
 */
export async function copyBuildContext(from: string, to: string, dockerignore: string): Promise<void> {
  const [first, ...lines] = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*') throw new Error('the first line must leave everything out')
  const without = lines.filter((line) => !line.startsWith('!'))
  for (const path of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    const keep = (source: string): boolean =>
      !without.some((pattern) => matchesGlob(source.slice(from.length + 1), pattern))
    await mkdir(dirname(join(to, path)), { recursive: true })
    await cp(join(from, path), join(to, path), { recursive: true, filter: keep })
  }
}
