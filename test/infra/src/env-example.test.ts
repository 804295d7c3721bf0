import { describe, expect, it } from 'vitest'
import { envExample } from './env-example.ts'
import { readInfra } from './infra-files.ts'
import { services } from './services.ts'

const text = readInfra('.env.example')

describe('.env.example', () => {
  it("is the text that is generated from the services' configuration", () => {
    expect(text).toBe(envExample())
  })

  it('holds no secret, not even a default one', () => {
    for (const { name, secrecy, developmentDefault } of services.flatMap(({ variables }) => variables)) {
      if (secrecy !== undefined && developmentDefault !== undefined)
        expect(text, name).not.toContain(developmentDefault)
    }
  })
})
