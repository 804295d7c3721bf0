import { describe, expect, it } from 'vitest'
import type { JsonObject } from './json.ts'
import { liftSchemas } from './lift-schemas.ts'

const tag = { title: 'Tag', type: 'string' }

describe('liftSchemas', () => {
  it('moves titled schemas from any place into the components, and refers to them', () => {
    const components: JsonObject = {}
    const lifted = liftSchemas(
      { type: 'array', items: { anyOf: [{ title: 'Tagged', properties: { tag } }, { type: 'null' }] } },
      components,
    )
    expect(lifted).toEqual({
      type: 'array',
      items: { anyOf: [{ $ref: '#/components/schemas/Tagged' }, { type: 'null' }] },
    })
    expect(components).toEqual({
      Tag: { type: 'string' },
      Tagged: { properties: { tag: { $ref: '#/components/schemas/Tag' } } },
    })
  })

  it('accepts the same schema several times, but no other one with its title', () => {
    const components: JsonObject = {}
    liftSchemas([tag, { ...tag }], components)
    expect(() => liftSchemas({ ...tag, maxLength: 3 }, components)).toThrow('two schemas have the title Tag')
  })
})
