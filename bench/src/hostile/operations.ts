import * as z from 'zod'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  minLength?: number
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
}
type Content = Record<string, { schema: Schema }>
type Documented = {
  operationId: string
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  security: Record<string, string[]>[]
  responses: Record<string, { content?: Content }>
}

export type Operation = {
  name: string
  method: string
  path: string
  /** Who the document says can call. */
  access: 'public' | 'customer' | 'catalog' | 'staff'
  parameters: NonNullable<Documented['parameters']>
  body: Schema | undefined
  takesFile: boolean
  /** Of a 200 with JSON; other successes are files or empty. */
  answersJson: boolean
  /** @returns what doesn't fit the documented answer, if anything */
  misfit(status: number, body: unknown): string | undefined
}

/** The operations of the OpenAPI document that the server serves. */
export async function readOperations(origin: string): Promise<Operation[]> {
  const document = await (await fetch(`${origin}/api/office/openapi.json`)).json()
  const { paths } = resolved(document, document) as { paths: Record<string, Record<string, Documented>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) =>
      operationOf(method.toUpperCase(), path, documented),
    ),
  )
}

/** With what each `$ref` refers to in its place. */
function resolved(part: unknown, document: object): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => resolved(one, document))
  const { $ref, ...own } = part as { $ref?: string }
  const [, ...keys] = $ref?.split('/') ?? []
  const target = keys.reduce<unknown>((at, key) => Reflect.get(at as object, key), $ref && document)
  const entries = Object.entries({ ...(target as object), ...own })
  return Object.fromEntries(entries.map(([key, value]) => [key, resolved(value, document)]))
}

function operationOf(method: string, path: string, documented: Documented): Operation {
  const { operationId: name, parameters = [], requestBody, security, responses } = documented
  const content = requestBody?.content
  const schemes = security.flatMap(Object.keys)
  const ofSuccess = responses['200']?.content?.['application/json']?.schema
  const ofProblem = responses.default?.content?.['application/problem+json']?.schema
  const judges = new Map<Schema, z.ZodType>()
  return {
    name,
    method,
    path,
    access:
      schemes.length === 0 || security.some((one) => Object.keys(one).length === 0)
        ? 'public'
        : !schemes.includes('bearer')
          ? 'staff'
          : schemes.includes('basic')
            ? 'catalog'
            : 'customer',
    parameters,
    body: content?.['application/json']?.schema,
    takesFile: content?.['multipart/form-data'] !== undefined,
    answersJson: ofSuccess !== undefined,
    misfit(status, body) {
      const schema = status < 400 ? ofSuccess : ofProblem
      if (schema === undefined) return undefined
      let judge = judges.get(schema)
      if (judge === undefined) {
        judge = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
        judges.set(schema, judge)
      }
      const { error } = judge.safeParse(body)
      const [issue] = error?.issues ?? []
      return issue && `${issue.path.join('.').replaceAll(/\d+/g, '…')}: ${issue.message}`
    },
  }
}
