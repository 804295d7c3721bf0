import { reachableSources } from '../reachable-code.ts'
import type { Rule } from '../rule.ts'
import { schemaFile, schemaParts } from '../schema-parts.ts'

const services = {
  public_api: 'services/public-api',
  frontend_internal: 'services/frontend-internal',
  manual_grading: 'services/manual-grading',
}

/**
 * Intended differences between what the code does and what its role may do, with the reason. An entry that no longer applies is reported too.
 */
const exceptions: readonly {
  readonly role: string
  readonly right: string
  readonly is: 'unused' | 'missing'
  readonly why: string
}[] = ['INSERT course_tag', 'UPDATE course_tag', 'DELETE course_tag', 'SELECT course_slug', 'INSERT course_slug'].map(
  (right) => ({
    role: 'public_api',
    right,
    is: 'missing' as const,
    why: 'a write of settings has tags and a new slug at the frontend alone',
  }),
)

/** Entries `RIGHT table`. */
type Rights = ReadonlySet<string>

/**
 * Each service's role has exactly the rights on tables and views that are needed by the statements that the service's code
 * reaches. Only an attacker would use a right that nothing needs, and a missing one may fail where no test notices. Rights are
 * compared by table. Tests of libs/data check columns as each role.
 */
export const grantsAreUsed: Rule = (tree) => {
  const schema = tree.get(schemaFile)
  if (schema === undefined) return []
  const tables = new Set([...schema.matchAll(/^CREATE (?:TABLE|VIEW) (\w+)/gm)].map(([, table]) => table!))
  return [
    ...rightsOfOthers(schema, tables),
    ...Object.entries(services).flatMap(([role, folder]) => {
      const granted = grantsOf(schema, role)
      const used = usedRights(schema, tables, reachableSources(tree, folder))
      const expected = (right: string, is: 'unused' | 'missing') =>
        exceptions.some((each) => each.role === role && each.right === right && each.is === is)
      const unused = [...granted].filter((right) => !used.has(right))
      const missing = [...used].filter((right) => !granted.has(right))
      return [
        ...unused
          .filter((right) => !expected(right, 'unused'))
          .map((right) => `${schemaFile}: ${role} is granted ${right}, which no statement of ${folder} uses`),
        ...missing
          .filter((right) => !expected(right, 'missing'))
          .map((right) => `${schemaFile}: ${role} is not granted ${right}, which a statement of ${folder} uses`),
        ...exceptions
          .filter(
            (each) =>
              each.role === role &&
              tables.has(each.right.split(' ')[1]!) &&
              !(each.is === 'unused' ? unused : missing).includes(each.right),
          )
          .map((each) => `${schemaFile}: ${each.right} of ${role} is no longer an exception`),
      ]
    }),
  ]
}

/** Rights of PUBLIC count as rights of every service. */
function rightsOfOthers(schema: string, tables: ReadonlySet<string>): string[] {
  return [...schema.matchAll(/^GRANT (.+) ON (\w+) TO (.+);$/gm)]
    .filter(([, , table = '', grantee = '']) => tables.has(table) && !Object.hasOwn(services, grantee))
    .map(
      ([, rights, table, grantee]) =>
        `${schemaFile}: ${rights} of ${table} is granted to ${grantee}, which is not a service`,
    )
}

function grantsOf(schema: string, role: string): Rights {
  return new Set(
    [...schema.matchAll(/^GRANT ([A-Z, ]+?)(?: \([^)]*\))? ON (\w+) TO (\w+);$/gm)]
      .filter(([, , , grantee]) => grantee === role)
      .flatMap(([, rights = '', table]) => rights.split(', ').map((right) => `${right} ${table}`)),
  )
}

/**
 * The rights that the statements need, those of the functions that they call, and those of the triggers on tables that they write: all run
 * with the caller's rights, also a function that a view calls.
 */
function usedRights(schema: string, tables: ReadonlySet<string>, sources: readonly string[]): Rights {
  const { functions, views } = schemaParts(schema)
  const used = new Set<string>()
  const seen = new Set<string>()
  const callsOf = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\b([a-z_]+)\b/g)) {
      if (seen.has(name)) continue
      const [called, view] = [functions.get(name), views.get(name)]
      if (called === undefined && view === undefined) continue
      seen.add(name)
      for (const right of called === undefined ? [] : rightsOf(called, tables)) used.add(right)
      callsOf(called ?? view ?? '')
    }
  }
  for (const source of sources) {
    for (const right of rightsOf(source, tables)) used.add(right)
    callsOf(source)
  }
  for (const [, event = '', table = '', name = ''] of schema.matchAll(
    /^CREATE (?:CONSTRAINT )?TRIGGER \w+ (?:BEFORE|AFTER) (.+?) ON (?:public\.)?(\w+) .*EXECUTE FUNCTION (?:public\.)?(\w+)\(/gm,
  )) {
    const isFired = event.split(' OR ').some((verb) => used.has(`${verb.split(' ')[0]} ${table}`))
    if (isFired) for (const right of rightsOf(functions.get(name) ?? '', tables)) used.add(right)
  }
  return used
}

const verbs: readonly (readonly [pattern: RegExp, ...rights: string[]])[] = [
  [/\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?([a-z_]+)/g, 'SELECT'],
  [/\bDELETE FROM\s+([a-z_]+)/g, 'DELETE'],
  // The columns of ON CONFLICT and RETURNING need the right to read.
  [/\bINSERT INTO\s+([a-z_]+)/g, 'INSERT'],
  [
    /\bINSERT INTO\s+([a-z_]+)(?:(?!INSERT INTO|UPDATE [a-z]|DELETE FROM)[^])*?(?:ON CONFLICT\s*\(|RETURNING)/g,
    'SELECT',
  ],
  [/\bINSERT INTO\s+([a-z_]+)(?:(?!INSERT INTO)[^])*?\bDO UPDATE\b/g, 'UPDATE'],
  [/\bUPDATE\s+(?:ONLY\s+)?([a-z_]+)\s+(?:AS\s+\w+\s+)?SET\b/g, 'UPDATE', 'SELECT'],
  // Locking a row needs the right to change it.
  [/\bFOR (?:NO KEY )?(?:UPDATE|SHARE|KEY SHARE) OF\s+([a-z_]+)/g, 'UPDATE'],
  [/\bFROM\s+([a-z_]+)(?:(?!\bFROM\b|`)[^])*?\bFOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)\b(?! OF)/g, 'UPDATE'],
]

function rightsOf(source: string, tables: ReadonlySet<string>): string[] {
  const text = source.replaceAll(/--.*$/gm, '')
  return verbs.flatMap(([pattern, ...rights]) =>
    [...text.matchAll(pattern)].flatMap(([, table = '']) =>
      tables.has(table) ? rights.map((right) => `${right} ${table}`) : [],
    ),
  )
}
