import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import * as z from 'zod'

type Part = 'params' | 'query' | 'body'
type JsonSchema = Record<string, unknown>

/** A call of the API as a tool: its parameters, query, and body are one object of arguments. */
export type ReadingTool = {
  endpoint: Endpoint
  name: string
  description: string
  schema: JsonSchema
  /** Which part of the request an argument belongs to. */
  partOf: ReadonlyMap<string, Part>
}

const PARTS = ['params', 'query', 'body'] as const

/** What a connected assistant can call: the contract's tools that only read. */
export function readingTools(): ReadingTool[] {
  return Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    const { tool, summary: description } = endpoint
    if (tool?.effect !== 'reads') return []
    const shape: Record<string, z.ZodType> = {}
    const partOf = new Map<string, Part>()
    for (const part of PARTS) {
      for (const [name, schema] of Object.entries(endpoint[part]?.shape ?? {})) {
        shape[name] = schema as z.ZodType
        partOf.set(name, part)
      }
    }
    return [{ endpoint, name: tool.name, description, schema: schemaOf(z.object(shape)), partOf }]
  })
}

/** As clients are told. They may not send what isn't in it. */
export function schemaOf(schema: z.ZodObject): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return { ...json, additionalProperties: false }
}

/** @throws {WrongArgument} for one that the tool doesn't have, or that can't be part of an address */
export function requestOf({ partOf }: ReadingTool, given: Readonly<Record<string, unknown>>) {
  const request: Partial<Record<Part, Record<string, unknown>>> = {}
  for (const [name, value] of Object.entries(given)) {
    const part = partOf.get(name)
    if (part === undefined) throw new WrongArgument(`This tool has no argument “${name.slice(0, 60)}”.`)
    if (value == null && part !== 'body') continue
    const parts = Array.isArray(value) ? value : [value]
    if (part !== 'body' && parts.some((one) => typeof one === 'object')) {
      throw new WrongArgument(`${name} can’t be an object.`)
    }
    request[part] = { ...request[part], [name]: value }
  }
  return request
}

export class WrongArgument extends Error {
  override readonly name = 'WrongArgument'
}
