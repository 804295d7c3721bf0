import { posix } from 'node:path'
import { modulesOf, packageNameOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Product packages that may import a library; tests and infra may where their manifests say so. */
const doors: readonly { readonly libraries: readonly string[]; readonly behind: readonly string[] }[] = [
  { libraries: ['koa', '@koa/*', 'koa-*'], behind: ['libs/http-kit'] },
  { libraries: ['slonik', '@slonik/*', 'pg', 'pg-*', 'node-pg-migrate'], behind: ['libs/data'] },
  { libraries: ['undici'], behind: ['libs/upstream', 'libs/frontend-transport', 'services/manual-grading'] },
  { libraries: ['pino', 'pino-*', 'prom-client'], behind: ['libs/http-kit'] },
  { libraries: ['ajv', 'ajv-*'], behind: ['libs/http-kit', 'libs/data', 'libs/upstream', 'libs/frontend-transport'] },
]

/** Each library of a layer has one door, so that it can be replaced and watched in one place. */
export const librariesHaveOneUser: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => {
        const name = packageNameOf(specifier)
        const door = doors.find(
          ({ libraries }) => name !== undefined && libraries.some((pattern) => posix.matchesGlob(name, pattern)),
        )
        if (door === undefined || door.behind.some((folder) => path.startsWith(`${folder}/`))) return []
        return [`${path}: imports ${name}, whose door is ${door.behind.join(', ')}`]
      }),
    )
