import { describe, expect, it } from 'vitest'
import { envExample } from './env-example.ts'
import { readInfra } from './infra-files.ts'
import { services } from './services.ts'

const text = readInfra('.env.example')

describe('.env.example', () => {
  it("is the text that is generated from the services' configuration", () => {
    expect(text).toBe(envExample())
  })

  it.each(services)('has every variable of $name once', ({ variables }) => {
    for (const { name, fileVariable } of variables) {
      const lines = text.split('\n').filter((line) => new RegExp(`^#?(${name}|${fileVariable})=`).test(line))
      expect(lines, name).toHaveLength(1)
    }
  })

  it('holds no secret, not even a default one', () => {
    for (const { name, secrecy, developmentDefault } of services.flatMap(({ variables }) => variables)) {
      if (secrecy !== undefined && developmentDefault !== undefined)
        expect(text, name).not.toContain(developmentDefault)
    }
  })
})
