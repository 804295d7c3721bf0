import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingPages, rowsWithoutMeaning } from './check-pages.ts'
import { declaredMetrics } from './operators/metric-pages.ts'
import { sitePages } from './site-pages.ts'

const root = resolve(import.meta.dirname, '../../../..')
const pages = sitePages(root)

describe('the pages that follow from the code', () => {
  it('have every operation, error code, issue code and schema of the public API', () => {
    expect(missingPages(pages)).toEqual([])
  })

  it('describe every variable and every metric', () => {
    const operators = pages.filter(({ path }) => path.startsWith('operators/'))
    expect(operators.flatMap(rowsWithoutMeaning)).toEqual([])
  })

  it('name no operation of the internal boundary', () => {
    const published = pages.filter(({ path }) => path.startsWith('reference/') || path.startsWith('errors/'))
    for (const { body } of published) expect(body).not.toContain('/internal/frontend')
  })

  it('have the metrics of each service', () => {
    const services = new Set(declaredMetrics(root).map(({ service }) => service))
    expect([...services].sort()).toEqual(['Every service', 'frontend-internal', 'manual-grading', 'public-api', 'web'])
  })
})
