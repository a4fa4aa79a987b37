/** What makers.test.ts lets makers do. */
export const echo = <T>(data: T): T => data
export const processId = (): number => process.pid
export const setting = (name: string): string | undefined => process.env[name]
export const crash = (): boolean => process.kill(process.pid, 'SIGSEGV')
export function hang(): void {
  for (;;);
}
export function fail(responseCode: number): void {
  throw Object.assign(new Error('refused'), { code: 'EENVELOPE', responseCode, socket: () => {} })
}

export async function* spell(
  words: AsyncIterable<string>,
  between: string,
): AsyncGenerator<Uint8Array, number> {
  let count = 0
  for await (const word of words) {
    if (word === 'damaged') throw new Error('a word is damaged')
    count += 1
    yield Buffer.from(word + between)
  }
  return count
}
/** Makes bytes of one item, and hangs. */
export async function* hangAfterOne(words: AsyncIterable<string>): AsyncGenerator<Uint8Array, number> {
  for await (const word of words) {
    yield Buffer.from(word)
    hang()
  }
  return 0
}
/** Never ends, whatever it is given. */
export async function* repeat(words: AsyncIterable<string>): AsyncGenerator<Uint8Array, number> {
  for await (const word of words) for (;;) yield Buffer.from(word)
  return 0
}
