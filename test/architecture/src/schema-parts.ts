export const schemaFile = 'libs/data/schema.sql'

/** The texts of the functions and views of `schema.sql`, by name. A trigger's function is among them. */
export interface SchemaParts {
  readonly functions: ReadonlyMap<string, string>
  readonly views: ReadonlyMap<string, string>
}

export function schemaParts(schema: string): SchemaParts {
  const named = (pattern: RegExp) =>
    new Map([...schema.matchAll(pattern)].map(([, name = '', body = '']) => [name, body]))
  return {
    functions: named(/^CREATE OR REPLACE FUNCTION (?:public\.)?(\w+)\([^]*?AS \$\w*\$([^]*?)\$\w*\$/gm),
    views: named(/^CREATE VIEW (\w+) AS\n([^]*?);\n/gm),
  }
}
