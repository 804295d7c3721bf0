interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>
  readonly patternProperties?: Readonly<Record<string, ObjectSchema>>
  readonly additionalProperties?: boolean | ObjectSchema
  readonly items?: ObjectSchema
  readonly anyOf?: readonly ObjectSchema[]
  readonly oneOf?: readonly ObjectSchema[]
  readonly allOf?: readonly ObjectSchema[]
}

/** The schema without unnamed members: contracts leave replies open for later versions, but a handler must send only named ones. */
export function closedSchema(schema: ObjectSchema): ObjectSchema {
  const known = closedSchemas.get(schema)
  if (known !== undefined) return known
  const made = closed(schema, false)
  closedSchemas.set(schema, made)
  return made
}

/** One for each schema, since a validator is compiled for each schema object, and tests start a service hundreds of times. */
const closedSchemas = new WeakMap<ObjectSchema, ObjectSchema>()

/** Each part of an intersection sees the members of the others, so only the whole can be closed. `isPart`: it is such a part. */
function closed(schema: ObjectSchema, isPart: boolean): ObjectSchema {
  const { properties, patternProperties, additionalProperties, items, anyOf, oneOf, allOf } = schema
  const isComposed = allOf !== undefined || (properties !== undefined && (anyOf ?? oneOf) !== undefined)
  const branch = (inner: ObjectSchema): ObjectSchema => closed(inner, isPart || isComposed)
  const isOpen = !isPart && additionalProperties === undefined
  return {
    ...schema,
    ...(properties && { properties: closedMembers(properties) }),
    ...(patternProperties && { patternProperties: closedMembers(patternProperties) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: closedSchema(additionalProperties) }),
    ...(items && { items: closedSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(branch) }),
    ...(oneOf && { oneOf: oneOf.map(branch) }),
    ...(allOf && { allOf: allOf.map(branch) }),
    ...(isOpen && properties && !isComposed && { additionalProperties: false }),
    ...(isOpen && isComposed && { type: 'object', unevaluatedProperties: false }),
  }
}

const closedMembers = (members: Readonly<Record<string, ObjectSchema>>): Record<string, ObjectSchema> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, closedSchema(member)]))
