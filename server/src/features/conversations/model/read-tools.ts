import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import * as z from 'zod'
import type { Question } from '../guide/guide-question.ts'
import type { ToolSpec } from './model.ts'
import { seenByModel } from './seen-by-model.ts'

const PARTS = ['params', 'query', 'body'] as const
/** The model sees a few rows, so no more are read. */
const PAGE_SIZE = 10

export type ModelTool = ToolSpec & { run: (question: Question, input: object) => Promise<object> }

/** The endpoints that only read, as tools of a model. Their schemas are those of the API. */
export const READ_TOOLS: readonly ModelTool[] = (Object.values(endpoints) as Endpoint[])
  .filter(({ tool }) => tool?.effect === 'reads')
  .map(readTool)

function readTool(endpoint: Endpoint): ModelTool {
  const shapes = PARTS.flatMap((part) => (endpoint[part] ? [{ part, schema: endpoint[part] }] : []))
  // Its parts have no field in common, so a model sees them as one.
  const whole = z.object(Object.assign({}, ...shapes.map(({ schema }) => schema.shape)))
  return {
    name: endpoint.tool!.name,
    description: endpoint.summary,
    schema: jsonSchemaOf(whole.omit(paging(whole))),
    async run({ text, tools }, input) {
      const given = 'page_size' in whole.shape ? { ...input, page_size: PAGE_SIZE } : input
      const read = whole.safeParse(given)
      if (!read.success) return { error: 'The arguments are wrong.', fields: problemsOf(read.error) }
      const parts = shapes.map(({ part, schema }) => [
        part,
        Object.fromEntries(Object.entries(read.data).filter(([name]) => name in schema.shape)),
      ])
      const answer = await tools(endpoint as never, Object.fromEntries(parts))
      return seenByModel(answer, isNamed(text, read.data.search))
    },
  }
}

/** A model doesn’t choose pages. */
function paging({ shape }: z.ZodObject): Record<string, true> {
  return Object.fromEntries(
    ['page', 'page_size'].filter((name) => name in shape).map((name) => [name, true as const]),
  )
}

/** Whether the person’s own message names what is searched for. */
function isNamed(text: string, search: unknown): boolean {
  return typeof search === 'string' && search.length >= 3 && text.toLowerCase().includes(search.toLowerCase())
}

export function jsonSchemaOf(schema: z.ZodObject): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.format === 'date') delete jsonSchema.pattern
    },
  })
  return json
}

export function problemsOf(error: z.ZodError): string[] {
  return error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`)
}
