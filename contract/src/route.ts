/** The half of an endpoint that a browser needs: without schemas, so the first load has no validation library. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route<Name extends string = string> = {
  readonly name: Name
  readonly method: Method
  readonly path: string
}

/** Names a table of `'METHOD /path/'` lines: the key becomes the operation's name. */
export function routes<const T extends Record<string, `${Method} /${string}`>>(
  table: T,
): { readonly [Name in keyof T & string]: Route<Name> } {
  const entries = Object.entries(table).map(([name, line]) => {
    const [method, path] = line.split(' ') as [Method, string]
    return [name, { name, method, path }]
  })
  return Object.fromEntries(entries)
}
