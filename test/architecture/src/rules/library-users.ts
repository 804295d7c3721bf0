import { posix } from 'node:path'
import { modulesOf, packageNameOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Product packages that may import a library; tests and infra may where their manifests say so. */
const importers: readonly { readonly libraries: readonly string[]; readonly folders: readonly string[] }[] = [
  { libraries: ['@koa/router'], folders: ['libs/http-kit', 'services/web'] },
  { libraries: ['koa', '@koa/*', 'koa-*'], folders: ['libs/http-kit'] },
  { libraries: ['slonik', '@slonik/*', 'pg', 'pg-*', 'node-pg-migrate'], folders: ['libs/data'] },
  { libraries: ['undici'], folders: ['libs/upstream', 'libs/frontend-transport', 'services/manual-grading'] },
  { libraries: ['openapi-fetch'], folders: ['libs/public-client'] },
  { libraries: ['yaml'], folders: ['libs/settings-cli'] },
  { libraries: ['pino', 'pino-*'], folders: ['libs/http-kit'] },
  { libraries: ['prom-client'], folders: ['libs/http-kit', 'services'] },
  {
    libraries: ['ajv', 'ajv-*'],
    folders: ['libs/validation', 'libs/http-kit', 'libs/data', 'libs/upstream', 'libs/frontend-transport'],
  },
]

/** Each library of a layer is imported by few packages, so that it can be replaced in one place. */
export const librariesHaveOneUser: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => {
        const name = packageNameOf(specifier)
        const rule = importers.find(
          ({ libraries }) => name !== undefined && libraries.some((pattern) => posix.matchesGlob(name, pattern)),
        )
        if (rule === undefined || rule.folders.some((folder) => path.startsWith(`${folder}/`))) return []
        return [`${path}: imports ${name}, which only ${rule.folders.join(', ')} may import`]
      }),
    )
