/** How many fields a company can have on its orders. */
export const MAX_ORDER_FIELDS = 10
export const FIELD_NAME_MAX = 40
export const FIELD_VALUE_MAX = 100
/** How many values one field can be chosen from. */
export const MAX_FIELD_VALUES = 100

/** What a company asks about each order, such as its cost center. */
export type OrderField = {
  /** Different for every field, in all companies of a site. Stays when the field is renamed. */
  id: number
  name: string
  required: boolean
  /** What it can be chosen from; empty if people type it. */
  values: string[]
}

/** What an order says under the name that the field had when it was placed. */
export type FieldValue = { id: number; name: string; value: string }

/** Why a field can't have this value, in words next to it; undefined if it can. An empty value is none. */
export function fieldProblem({ name, required, values }: OrderField, value: string): string | undefined {
  const isChosen = values.length > 0
  if (value === '') {
    if (!required) return undefined
    return isChosen ? `Choose a value for “${name}”.` : `Enter a value for “${name}”.`
  }
  if (isChosen && !values.includes(value)) {
    return `“${value}” can’t be used for “${name}” anymore. Choose another value.`
  }
  return undefined
}

/** The values of a company's fields, in its order and with the names they have now. Others are dropped. */
export function namedValues(
  fields: readonly OrderField[],
  given: readonly Pick<FieldValue, 'id' | 'value'>[],
): FieldValue[] {
  const byId = new Map(given.map(({ id, value }) => [id, value]))
  return fields.flatMap(({ id, name }) => {
    const value = byId.get(id) ?? ''
    return value === '' ? [] : [{ id, name, value }]
  })
}

/** Names and values can't be told apart by case, spaces, or invisible characters. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  const seen = name.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return seen.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
