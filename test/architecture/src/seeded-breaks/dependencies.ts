import { manifest } from '../example-repository.ts'
import type { SeededBreak } from './seeded-break.ts'

/** Violations of the rules on external dependencies. */
export const dependenciesBreaks: readonly SeededBreak[] = [
  {
    rule: 'dependenciesHaveReasons',
    of: 'no README',
    says: 'libs/data/README.md: is missing',
    changes: { 'libs/data/README.md': undefined },
  },
  {
    rule: 'dependenciesHaveReasons',
    of: 'a bare name',
    says: 'libs/http-kit/README.md: gives no reason for koa',
    changes: { 'libs/http-kit/README.md': '- `koa`\n' },
  },
  {
    rule: 'dependenciesHaveReasons',
    of: 'a tool of the root',
    says: 'gives a reason for vitest',
    changes: { 'README.md': '# x\n' },
  },
  {
    rule: 'dependenciesAreUsed',
    of: 'a leftover',
    says: 'libs/http-kit/package.json: nothing in the package uses koa',
    changes: { 'libs/http-kit/src/index.ts': '' },
  },
  ...['^3.3.0', '~3.3.0', '3', 'latest', 'github:koajs/koa', 'https://example.org/koa.tgz'].map((range) => ({
    rule: 'versionsAreExact',
    of: range,
    says: `koa is ${range}`,
    changes: { 'libs/http-kit/package.json': manifest('x', { koa: range }) },
  })),
  {
    rule: 'versionsAreExact',
    of: 'the catalog',
    says: 'pnpm-workspace.yaml: koa is ^3.3.0',
    changes: { 'pnpm-workspace.yaml': 'catalog:\n  koa: ^3.3.0\n' },
  },
  ...[
    '{tarball: https://example.org/koa.tgz}',
    '{integrity: sha512-aa==, tarball: https://example.org/k.tgz}',
    '{type: git, repo: x, commit: y}',
    '{integrity: sha1-aa=}',
  ].map((resolution) => ({
    rule: 'lockfileHoldsOnlyTheRegistry',
    of: resolution,
    says: resolution,
    changes: { 'pnpm-lock.yaml': `packages:\n  koa@3.3.0:\n    resolution: ${resolution}\n` },
  })),
  {
    rule: 'lockfileHoldsOnlyTheRegistry',
    of: 'an empty lockfile',
    says: 'holds no package',
    changes: { 'pnpm-lock.yaml': '' },
  },
]
