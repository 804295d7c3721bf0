import { reachableSources } from '../reachable-code.ts'
import type { Rule } from '../rule.ts'

const schemaFile = 'libs/data/schema.sql'
const services = {
  public_api: 'services/public-api',
  frontend_internal: 'services/frontend-internal',
  manual_grading: 'services/manual-grading',
}

/**
 * Where what the code reaches and what it may do differ on purpose, and why. An entry that is true no longer is told, too.
 */
const exceptions: readonly {
  readonly role: string
  readonly right: string
  readonly is: 'unused' | 'missing'
  readonly why: string
}[] = [
  ...['INSERT course_tag', 'UPDATE course_tag', 'DELETE course_tag', 'SELECT course_slug', 'INSERT course_slug'].map(
    (right) => ({
      role: 'public_api',
      right,
      is: 'missing' as const,
      why: 'a write of settings has tags and a new slug at the frontend alone',
    }),
  ),
  ...['frontend_internal', 'manual_grading'].map((role) => ({
    role,
    right: 'INSERT completed_result',
    is: 'unused' as const,
    why: 'results are completed by the demo and by tests, until people complete assessments',
  })),
  { role: 'frontend_internal', right: 'INSERT delivery', is: 'unused', why: 'as of results' },
  {
    role: 'frontend_internal',
    right: 'SELECT student_visible_result',
    is: 'unused',
    why: 'statements that read submissions use it, until whose first operation nothing reaches them',
  },
]

/** Entries `RIGHT table`. */
type Rights = ReadonlySet<string>

/**
 * Each service's role may do with each table and view exactly what statements do that the service's code reaches: a right that nothing uses
 * is one that only an attacker uses, and one that is missing fails where no test asks. Rights are counted by table; which columns
 * of it, libs/data tests as each role.
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
          .map((each) => `${schemaFile}: ${each.right} of ${role} is no exception any more`),
      ]
    }),
  ]
}

/** What PUBLIC may do, every service may. */
function rightsOfOthers(schema: string, tables: ReadonlySet<string>): string[] {
  return [...schema.matchAll(/^GRANT (.+) ON (\w+) TO (.+);$/gm)]
    .filter(([, , table = '', grantee = '']) => tables.has(table) && !Object.hasOwn(services, grantee))
    .map(
      ([, rights, table, grantee]) =>
        `${schemaFile}: ${rights} of ${table} is granted to ${grantee}, which is no service`,
    )
}

function grantsOf(schema: string, role: string): Rights {
  return new Set(
    [...schema.matchAll(/^GRANT ([A-Z, ]+?)(?: \([^)]*\))? ON (\w+) TO (\w+);$/gm)]
      .filter(([, , , grantee]) => grantee === role)
      .flatMap(([, rights = '', table]) => rights.split(', ').map((right) => `${right} ${table}`)),
  )
}

/** By the statements themselves, and by the triggers of tables that they write: those run with the rights of the writer. */
function usedRights(schema: string, tables: ReadonlySet<string>, sources: readonly string[]): Rights {
  const used = new Set(sources.flatMap((source) => rightsOf(source, tables)))
  for (const [, event = '', table = '', name = ''] of schema.matchAll(
    /^CREATE (?:CONSTRAINT )?TRIGGER \w+ (?:BEFORE|AFTER) (.+?) ON (?:public\.)?(\w+) .*EXECUTE FUNCTION (?:public\.)?(\w+)\(/gm,
  )) {
    const isFired = event.split(' OR ').some((verb) => used.has(`${verb.split(' ')[0]} ${table}`))
    const body = new RegExp(`FUNCTION public\\.${name}\\([^]*?AS \\$\\w*\\$([^]*?)\\$\\w*\\$`).exec(schema)?.[1] ?? ''
    if (isFired) for (const right of rightsOf(body, tables)) used.add(right)
  }
  return used
}

const verbs: readonly (readonly [pattern: RegExp, ...rights: string[]])[] = [
  [/\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?([a-z_]+)/g, 'SELECT'],
  [/\bDELETE FROM\s+([a-z_]+)/g, 'DELETE'],
  // What a conflict is about, and what is given back, is read.
  [/\bINSERT INTO\s+([a-z_]+)/g, 'INSERT'],
  [
    /\bINSERT INTO\s+([a-z_]+)(?:(?!INSERT INTO|UPDATE [a-z]|DELETE FROM)[^])*?(?:ON CONFLICT\s*\(|RETURNING)/g,
    'SELECT',
  ],
  [/\bINSERT INTO\s+([a-z_]+)(?:(?!INSERT INTO)[^])*?\bDO UPDATE\b/g, 'UPDATE'],
  [/\bUPDATE\s+(?:ONLY\s+)?([a-z_]+)\s+(?:AS\s+\w+\s+)?SET\b/g, 'UPDATE', 'SELECT'],
  // A row that is locked needs the right to change it.
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
