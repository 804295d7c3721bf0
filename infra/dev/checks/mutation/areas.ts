import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

interface Area {
  readonly modules: readonly string[]
  readonly tests: readonly string[]
}

/**
 * The modules whose every branch matters, in areas. A mutant is judged only by the tests of its own area. A mutant in code that
 * runs while a module loads needs every test, so one area for all modules would take an hour longer.
 */
export const areas: Readonly<Record<string, Area>> = {
  courses: {
    modules: ['libs/domain/src/courses/*.ts'],
    tests: ['libs/domain/src/courses/*.test.ts'],
  },
  settings: {
    modules: ['libs/domain/src/settings/*.ts'],
    tests: ['libs/domain/src/settings/*.test.ts', 'libs/workflows/src/**/read-graders-csv.test.ts'],
  },
  // Left out: the list of times of each state, which is tested with the database, and a model-based test, which takes minutes.
  delivery: {
    modules: ['libs/domain/src/delivery/*.ts', '!libs/domain/src/delivery/delivery-state.ts'],
    tests: ['libs/domain/src/delivery/!(delivery-model).test.ts'],
  },
  'address-rules': {
    modules: ['libs/outbound/src/**/address-rules.ts'],
    tests: ['libs/outbound/src/**/address-rules.test.ts'],
  },
  json: { modules: ['libs/domain/src/json/*.ts'], tests: ['libs/domain/src/json/*.test.ts'] },
  requests: {
    modules: ['libs/http-kit/src/**/{preconditions,request-target}.ts'],
    tests: ['libs/http-kit/src/**/{preconditions,request-target}.test.ts'],
  },
  sealing: { modules: ['libs/sealing/src/*.ts', '!libs/sealing/src/index.ts'], tests: ['libs/sealing/src/*.test.ts'] },
}

/**
 * The files that the patterns name, from the root of the repository; one that begins with `!` leaves files out. A pattern that names nothing throws, because what it
 * was about has moved.
 */
export function filesOf(patterns: readonly string[]): readonly string[] {
  const leftOut = new Set(patterns.filter(isExclusion).flatMap((pattern) => globSync(pattern.slice(1), { cwd: root })))
  const named = patterns.filter((pattern) => !isExclusion(pattern)).flatMap(filesOfPattern)
  return named.filter((file) => !leftOut.has(file)).sort()
}

const isExclusion = (pattern: string): boolean => pattern.startsWith('!')

function filesOfPattern(pattern: string): readonly string[] {
  const files = globSync(pattern, { cwd: root })
  if (files.length === 0) throw new Error(`${pattern} names no file`)
  return files
}

/** The files of an area: the modules to change, and the tests that judge them. */
export function filesOfArea(name: string): Area {
  const area = areas[name]
  if (area === undefined) throw new Error(`AREA says which modules to change: ${Object.keys(areas).join(', ')}`)
  const { modules, tests } = area
  return { modules: filesOf(modules).filter((file) => !/\.(test|fixture)\.ts$/.test(file)), tests: filesOf(tests) }
}

/** The area that `AREA` names, with its files. */
export function chosenArea(): Area & { readonly name: string } {
  const name = process.env['AREA'] ?? ''
  return { name, ...filesOfArea(name) }
}
