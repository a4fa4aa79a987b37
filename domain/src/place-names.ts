/** Abbreviations that names of places begin with, and what our list has for them. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/**
 * The name of a place as it is compared: in lower case, without accents, periods, and apostrophes, and written out.
 *
 * @example placeKey('St. Mary’s') // 'saint marys'
 */
export function placeKey(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .replaceAll(/[\s-]+/g, ' ')
    .trim()
    .toLowerCase()
  return plain.replace(/^(ste?|ft|mt)(?= )/, (short) => WRITTEN_OUT[short] ?? short)
}
