/**
 * Reads a value that the server wrote into the page as `<script type="application/json" id="…">`,
 * so that the first paint needs no round trip.
 *
 * @returns undefined when the page carries none, or when it cannot be read
 */
export function readEmbedded<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    console.error(`Embedded ${id} cannot be read`, cause)
    return undefined
  }
}

export function hasEmbedded(id: string): boolean {
  return document.getElementById(id) !== null
}
