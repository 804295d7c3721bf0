/**
 * The modules whose every branch matters, in areas. A mutant is judged only by the tests of its own area. A mutant in code that
 * runs while a module loads needs every test, so one area for all modules would take an hour longer.
 *
 * @type {Readonly<Record<string, { modules: readonly string[], tests: readonly string[] }>>}
 */
export const areas = {
  courses: {
    modules: ['libs/domain/src/courses/*.ts'],
    tests: ['libs/domain/src/courses/*.test.ts', 'libs/workflows/src/settings/read-graders-csv.test.ts'],
  },
  // Left out: the list of times of each state, which is tested with the database, and a model-based test, which takes minutes.
  delivery: {
    modules: ['libs/domain/src/delivery/*.ts', '!libs/domain/src/delivery/{*.fixture,delivery-state}.ts'],
    tests: ['libs/domain/src/delivery/!(delivery-model).test.ts'],
  },
  'address-rules': {
    modules: ['libs/outbound/src/address-rules.ts'],
    tests: ['libs/outbound/src/address-rules.test.ts'],
  },
  json: { modules: ['libs/domain/src/json/*.ts'], tests: ['libs/domain/src/json/*.test.ts'] },
  requests: {
    modules: ['libs/http-kit/src/{preconditions,request-target}.ts'],
    tests: ['libs/http-kit/src/{preconditions,request-target}.test.ts'],
  },
  sealing: { modules: ['libs/sealing/src/*.ts', '!libs/sealing/src/index.ts'], tests: ['libs/sealing/src/*.test.ts'] },
}

/** The area that `AREA` names. */
export function chosenArea() {
  const name = process.env.AREA ?? ''
  if (!Object.hasOwn(areas, name))
    throw new Error(`AREA says which modules to change: ${Object.keys(areas).join(', ')}`)
  return { name, ...areas[name] }
}
