import type { Heard, Reply } from './script.ts'

/** Text as a stream has it: a word at a time. Long texts come in larger parts. */
export function wordsOf(text: string): string[] {
  const words = text.match(/\S+\s*|\s+/g) ?? []
  if (words.length <= 2_000) return words
  const parts: string[] = []
  for (let at = 0; at < text.length; at += 4_000) parts.push(text.slice(at, at + 4_000))
  return parts
}

/** Roughly as many tokens as real models count. */
export function usageOf(heard: Heard, { text, calls }: Reply): { input: number; output: number } {
  const given =
    heard.system.length + heard.said.length + heard.results.reduce((sum, one) => sum + one.text.length, 0)
  const made = text.length + calls.reduce((sum, one) => sum + one.name.length + one.json.length, 0)
  return { input: Math.ceil(given / 4) + 1, output: Math.ceil(made / 4) + 1 }
}
