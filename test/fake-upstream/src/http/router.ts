import type { Call } from './call.ts'
import type { Caller } from './caller.ts'
import type { Rendering } from './negotiate.ts'
import type { Reply } from './reply.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One operation of the API. */
export interface Route {
  /** The name that the journal records. */
  operation: string
  method: Method
  /** The path below `/api/v2`; `{name}` is a run of digits. A trailing slash is always optional. */
  path: string
  /** The renderings that the endpoint has, its default first. If left out: JSON and the browsable page. */
  renderings?: readonly Rendering[]
  /** Throws an HttpError if the caller may not use the endpoint at all. */
  allow: (call: Call, caller: Caller) => void
  handle: (call: Call, caller: Caller) => Reply | Promise<Reply>
}

export interface Match {
  route: Route | null
  /** The routes of this path, with any method. There is at least one. */
  siblings: readonly Route[]
  params: ReadonlyMap<string, number>
  /** The rendering that the end of the path asks for, such as `.json`. */
  suffixFormat: string | null
}

interface Pattern {
  expression: RegExp
  names: string[]
  routes: Route[]
}

export class Router {
  readonly #patterns: Pattern[] = []

  constructor(routes: readonly Route[]) {
    const byPath = Map.groupBy(routes, (route) => route.path)
    for (const [path, siblings] of byPath) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
      const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '(\\d{1,20})')
      const expression = new RegExp(`^/api/v2${source}(?:\\.(json|csv|api))?/?$`)
      this.#patterns.push({ expression, names, routes: siblings })
    }
  }

  /** Null if nothing is routed; A+ then shows an HTML page. */
  match(method: string, path: string): Match | null {
    for (const { expression, names, routes } of this.#patterns) {
      const found = expression.exec(path)
      if (found === null) continue
      const params = new Map(names.map((name, at) => [name, Number(found[at + 1])]))
      const asked = method === 'HEAD' ? 'GET' : method
      const route = routes.find((candidate) => candidate.method === asked) ?? null
      return { route, siblings: routes, params, suffixFormat: found[names.length + 1] ?? null }
    }
    return null
  }
}
