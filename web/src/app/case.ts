/** The wire uses snake_case, the web camelCase. Only this file converts (docs/spec.md §3). */

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key

type Opaque = Blob | Date | ((...args: never[]) => unknown)

/** A wire shape with every key in camelCase, at any depth. */
export type Camelized<T> = T extends Opaque
  ? T
  : T extends readonly (infer Item)[]
    ? Camelized<Item>[]
    : T extends object
      ? { [Key in keyof T as Key extends string ? CamelKey<Key> : Key]: Camelized<T[Key]> }
      : T

export function camelKey(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Converts keys, never values. */
export function toCamel<T>(value: T): Camelized<T> {
  return renameKeys(value, camelKey) as Camelized<T>
}

export function toSnake(value: unknown): unknown {
  return renameKeys(value, snakeKey)
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  )
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
