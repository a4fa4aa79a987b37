import type * as z from 'zod'
import type { Endpoints } from './endpoints.ts'
import type { OperationName } from './routes.ts'

type Part<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined

/** What a caller sends, on the wire. */
export type InputOf<Name extends OperationName> = {
  params: Part<Endpoints[Name], 'params'>
  query: Part<Endpoints[Name], 'query'>
  body: Part<Endpoints[Name], 'body'>
}

/** What a caller receives, on the wire. */
export type OutputOf<Name extends OperationName> = Endpoints[Name] extends { response: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : S extends 'file' | 'events'
      ? Blob
      : Record<string, never>
  : never

/** A minimal Blob, for places that only check that one exists. */
type Blob = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }
