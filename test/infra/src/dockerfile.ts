export interface Instruction {
  readonly keyword: string
  readonly rest: string
}

/** A stage: its FROM, and the instructions until the next. */
export interface Stage {
  readonly image: string
  readonly instructions: readonly Instruction[]
}

/** The stages of a Dockerfile, with continued lines joined and comments left out. Here-documents are not supported. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: { image: string; instructions: Instruction[] }[] = []
  for (const line of lines) {
    const [, keyword, rest = ''] = /^\s*([A-Za-z]+)\s+(.*\S)\s*$/.exec(line) ?? []
    if (keyword === undefined) continue
    if (keyword === 'FROM') stages.push({ image: rest.split(/\s+/)[0] ?? '', instructions: [] })
    else stages.at(-1)?.instructions.push({ keyword, rest })
  }
  return stages
}

export const argumentsOf = (stage: Stage | undefined, keyword: string): string[] =>
  (stage?.instructions ?? []).filter((instruction) => instruction.keyword === keyword).map(({ rest }) => rest)

/** What a stage sets in the environment of its processes. */
export const variablesOf = (stage: Stage | undefined): Record<string, string> =>
  Object.fromEntries(
    argumentsOf(stage, 'ENV')
      .flatMap((line) => [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)])
      .map(([, name = '', quoted, bare = '']) => [name, quoted ?? bare]),
  )

/** The command that checks whether the container is healthy. */
export function healthCommand(stage: Stage | undefined): string[] {
  const [, command] = /CMD (\[.*\])$/.exec(argumentsOf(stage, 'HEALTHCHECK')[0] ?? '') ?? []
  return command === undefined ? [] : (JSON.parse(command) as string[])
}
