import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Every path below a folder with its kind, rights and content, as one line each. Not times, which each build sets. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const file = join(folder, path)
      const stats = lstatSync(file)
      const rights = (stats.mode & 0o7777).toString(8)
      if (stats.isSymbolicLink()) return `${path} -> ${readlinkSync(file)}`
      if (!stats.isFile()) return `${path}/ ${rights}`
      return `${path} ${rights} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
    })
}

/** The size of all files below a folder, in megabytes. */
export function megabytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => lstatSync(join(folder, path)))
  return files.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0) / 1e6
}
