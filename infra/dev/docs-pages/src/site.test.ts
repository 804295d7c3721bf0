import { describe, expect, it } from 'vitest'
import { root, useBuiltSite } from './built-site.fixture.ts'
import { siteFaults } from './check-pages.ts'

const built = useBuiltSite()

describe('the built site', () => {
  it('has the policy of its own scripts, and the document of the public API byte for byte', () => {
    expect(siteFaults(root, built())).toEqual([])
  })
})
