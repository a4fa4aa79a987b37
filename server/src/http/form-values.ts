import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'

type Definition = { type: string; innerType?: z.ZodType; in?: z.ZodType }

/** The schema without its optional, nullable, and default wrappers, and whether null is allowed. */
function core(schema: z.ZodType): { type: string; nullable: boolean } {
  const { type, innerType, in: input } = schema.def as unknown as Definition
  if (type === 'nullable') return { ...core(innerType!), nullable: true }
  if (type === 'pipe') return core(input!)
  if (innerType !== undefined) return core(innerType)
  return { type, nullable: false }
}

/**
 * Parses the text values of a form: numbers, booleans, and nested values as JSON in one field. Unparseable text
 * stays, so that the schema refuses it at its field.
 *
 * @throws {Refusal} `validation_failed` at a field with invalid JSON
 */
export function formValues(schema: z.ZodObject, form: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const given = form[field]
    if (given === undefined) continue
    values[field] = typeof given === 'string' ? fieldValue(field, fieldSchema as z.ZodType, given) : given
  }
  return values
}

function fieldValue(field: string, schema: z.ZodType, text: string): unknown {
  const { type, nullable } = core(schema)
  if (nullable && (text === '' || text === 'null')) return null
  switch (type) {
    case 'number':
      return /^-?\d{1,16}(\.\d{1,6})?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'object':
    case 'array':
    case 'record':
      return parseJson(field, text)
    default:
      return text
  }
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const message = 'This isn’t valid JSON.'
    throw new Refusal('validation_failed', {}, [{ field, code: 'invalid_json', message }])
  }
}

/** A query's values: like a form's, with arrays as comma-separated text (docs/spec.md §7). */
export function queryValues(schema: z.ZodObject, query: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [field, given] of Object.entries(query)) {
    // Objects inherit `toString` and others.
    if (!Object.hasOwn(schema.shape, field) || given === '') continue
    const fieldSchema = schema.shape[field] as z.ZodType
    if (typeof given !== 'string') throw givenTwice(field)
    values[field] =
      core(fieldSchema).type === 'array' ? given.split(',') : fieldValue(field, fieldSchema, given)
  }
  return values
}

/** Parses a form body; a repeated key is ambiguous and refused. */
export function parseForm(body: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const [field, value] of new URLSearchParams(body)) {
    if (field in values) throw givenTwice(field)
    values[field] = value
  }
  return values
}

export function givenTwice(field: string): Refusal {
  return new Refusal('validation_failed', {}, [
    { field, code: 'given_twice', message: 'This field was sent more than once.' },
  ])
}
