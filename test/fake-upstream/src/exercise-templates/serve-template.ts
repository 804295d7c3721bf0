import { htmlPage, type Reply } from '../http/reply.ts'
import { programFileName, templateProgram, type ProgrammingLanguage } from '../world/demo-programs.ts'
import type { World } from '../world/world.ts'

const prefix = '/exercise-templates/'

export function isTemplatePath(path: string): boolean {
  return path.startsWith(prefix)
}

/** A real site has template files at the grading service; the simulator serves them itself. */
export function serveTemplate(world: World, path: string): Reply | null {
  if (!isTemplatePath(path)) return null
  const known = [...world.exercises.values()].flatMap((exercise) => Object.entries(exercise.templates))
  const found = known.find(([, paths]) => paths.includes(path))
  if (found === undefined) return htmlPage(404, 'Page not found')
  const language: ProgrammingLanguage = path.endsWith(programFileName.python) ? 'python' : 'scala'
  const text = templateProgram(language, found[0])
  return { kind: 'text', status: 200, text, contentType: 'text/plain; charset=utf-8' }
}
