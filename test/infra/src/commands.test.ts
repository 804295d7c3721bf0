import { globSync, readFileSync } from 'node:fs'
import { programNames, programs } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

/** The files of a service that an operator can run; the other files beside them are their parts. */
function commandsOf(service: string): string[] {
  return globSync('bin/*.ts', { cwd: inRepository(`services/${service}`) })
    .map((file) => inRepository(`services/${service}/${file}`))
    .filter((path) => !path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('process.argv'))
    .sort()
}

describe('the commands of an operator', () => {
  it('are all in the image of their service', () => {
    const services = programNames.filter((name) => name !== 'migrate')
    const inImages = services.flatMap((name) => Object.values(programs[name].commands ?? {}).sort())
    expect(inImages).toEqual(services.flatMap(commandsOf))
    expect(inImages.length).toBeGreaterThan(1)
  })
})
