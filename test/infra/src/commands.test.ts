import { globSync, readFileSync } from 'node:fs'
import { type Program, programs } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'
import { serviceNamed } from './services.ts'

describe('the commands of an operator', () => {
  it('are all in the image of their service', () => {
    const deployed = Object.entries<Program>(programs).filter(([name]) => serviceNamed(name) !== undefined)
    const inImages = deployed.flatMap(([, { commands = {} }]) => Object.values(commands).sort())
    expect(inImages).toEqual(deployed.flatMap(([name]) => commandsOf(name)))
    expect(inImages.length).toBeGreaterThan(1)
  })
})

/** The files of a service that an operator can run; the other files beside them are their parts. */
function commandsOf(service: string): string[] {
  return globSync('bin/*.ts', { cwd: inRepository(`services/${service}`) })
    .map((file) => inRepository(`services/${service}/${file}`))
    .filter((path) => !path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('process.argv'))
    .sort()
}
