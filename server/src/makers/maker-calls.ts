import type { Readable } from 'node:stream'

export type Begin = { id: number; module: string; name: string; data: unknown[]; isStream: boolean }
/** During a stream: answers to what the maker asks for. */
export type Reply = { item: unknown } | { over: true } | { more: true } | { stop: true }
/** What the server tells a maker. */
export type ToMaker = Begin | ({ id: number } & Reply)
export type FromMaker =
  | { id: number; made: unknown }
  | { id: number; failed: PlainError }
  | { id: number; wants: 'item' }
  | { id: number; chunk: Buffer }
/** An error as it travels between processes: a copy would lose what libraries add to it, such as `code`. */
export type PlainError = { name: string; message: string } & Record<string, unknown>

type NameOf<M, F> = { [Name in keyof M]: M[Name] extends F ? Name : never }[keyof M] & string
type DataOf<F> = F extends (...data: infer Data) => unknown ? Data : never
type MadeBy<F> = F extends (...data: never[]) => infer Made ? Awaited<Made> : never

/** Calls a function of the module `M` in a maker: plain data and bytes in, plain data and bytes out. */
export type Make<M> = <Name extends NameOf<M, (...data: never[]) => unknown>>(
  name: Name,
  ...data: DataOf<M[Name]>
) => Promise<MadeBy<M[Name]>>

/** A function that makes bytes of items, and in the end says something about them. */
export type Streaming<Item, Data extends unknown[], Said> = (
  items: AsyncIterable<Item>,
  ...data: Data
) => AsyncGenerator<Uint8Array, Said>
type AnyStreaming = Streaming<never, never[], unknown>
type ItemOf<F> = F extends Streaming<infer Item, never[], unknown> ? Item : never
type RestOf<F> = F extends (items: never, ...data: infer Data) => unknown ? Data : never
type SaidBy<F> = F extends Streaming<never, never[], infer Said> ? Said : never

/** As {@link Make}: a stream of bytes, and what its function said when it was complete. */
export type MakeStream<M> = <Name extends NameOf<M, AnyStreaming>>(
  name: Name,
  items: AsyncIterable<ItemOf<M[Name]>>,
  ...data: RestOf<M[Name]>
) => { stream: Readable; said: Promise<SaidBy<M[Name]>> }
