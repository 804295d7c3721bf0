import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The absolute path of something below the root of the repository. */
export const inRepository = (path: string): string => join(import.meta.dirname, '../../..', path)

export const readInfra = (name: string): string => readFileSync(inRepository(`infra/deploy/${name}`), 'utf8')
