import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { pageOf } from '../fields.ts'

export type JsonSchema = {
  [keyword: string]: unknown
  $ref?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
}
type ByName = Record<string, JsonSchema>
type Registry = z.core.$ZodRegistry<{ id: string }>

/**
 * The contract's schemas as components of the document. Exported ones keep their names, a page is named for its
 * items, and the rest for its operation.
 *
 * @param sent schemas that no endpoint has, such as those of webhooks
 */
export function makeSchemas(
  exported: Record<string, z.ZodType>,
  endpoints: readonly Endpoint[],
  sent: readonly z.ZodType[],
) {
  const registry: Registry = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(exported)) registry.add(schema, { id: name })
  for (const endpoint of endpoints) nameParts(registry, endpoint)
  const nameOf = (schema: z.ZodType) => registry.get(schema)!.id
  const [input, output] = [toJson(registry, 'input'), toJson(registry, 'output')]

  const bodies = endpoints.flatMap(({ body }) => body ?? [])
  const parameters = endpoints.flatMap(({ query, params }) => [query ?? [], params ?? []].flat())
  const inParameters = parameters.flatMap((schema) => referencesIn(input[nameOf(schema)]!))
  const given = reach(input, [...bodies.map(nameOf), ...inParameters])
  const answers = endpoints.flatMap((endpoint) => answerOf(endpoint) ?? [])
  const answered = reach(output, [...answers, ...sent].map(nameOf))
  for (const name of given) {
    if (!answered.has(name) || JSON.stringify(input[name]) === JSON.stringify(output[name])) continue
    throw new Error(`${name} isn't the same in requests and answers. Give each its own schema.`)
  }
  const all: ByName = { ...pick(output, answered), ...pick(input, given) }
  const refer = (schema: z.ZodType): JsonSchema => ({ $ref: PREFIX + nameOf(schema) })
  return {
    components: Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    refer,
    /** A query or a path's parameters, which are documented field by field. */
    fields: (schema: z.ZodObject): JsonSchema => input[nameOf(schema)]!,
  }
}
export type Schemas = ReturnType<typeof makeSchemas>

const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType

function answerOf({ response }: Endpoint): z.ZodType | undefined {
  return isSchema(response) ? response : undefined
}

function nameParts(registry: Registry, endpoint: Endpoint): void {
  const name = endpoint.name[0]!.toUpperCase() + endpoint.name.slice(1)
  const answer = answerOf(endpoint)
  const item = itemOf(registry, answer)
  const parts = {
    [item === undefined ? `${name}Answer` : `${item}Page`]: answer,
    [`${name}Body`]: endpoint.body,
    [`${name}Query`]: endpoint.query,
    [`${name}Params`]: endpoint.params,
  }
  for (const [id, schema] of Object.entries(parts)) {
    if (schema !== undefined && !registry.has(schema)) registry.add(schema, { id })
  }
}

/** The name of a page's items, if they have one and it's the page that `pageOf` makes of them. */
function itemOf(registry: Registry, answer: z.ZodType | undefined): string | undefined {
  if (!(answer instanceof z.ZodObject)) return undefined
  const { results, next } = answer.shape as Record<string, z.ZodType | undefined>
  if (next === undefined || !(results instanceof z.ZodArray)) return undefined
  const item = results.element as z.ZodType
  return answer === pageOf(item) ? registry.get(item)?.id : undefined
}

function toJson(registry: Registry, io: 'input' | 'output'): ByName {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (name) => PREFIX + name,
    override({ zodSchema, jsonSchema }) {
      // Zod closes objects that it writes. To clients they are open, because answers get new fields.
      if (io === 'output' && zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) {
        delete jsonSchema.additionalProperties
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  for (const schema of Object.values(schemas)) {
    delete schema.$schema
    delete schema.$id
  }
  return schemas as ByName
}

const PREFIX = '#/components/schemas/'
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

function referencesIn(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(REFERENCE)].map(([, name]) => name!)
}

function pick(schemas: ByName, names: ReadonlySet<string>): ByName {
  return Object.fromEntries([...names].map((name) => [name, schemas[name]!]))
}

/** All names that these lead to, and these. */
function reach(schemas: ByName, names: readonly string[], reached = new Set<string>()): Set<string> {
  for (const name of names) {
    if (reached.has(name)) continue
    reached.add(name)
    reach(schemas, referencesIn(schemas[name]!), reached)
  }
  return reached
}
