type PersonName = { firstName: string; lastName: string }

const TITLE = /^(?:dr|mr|mrs|ms|prof|rev)\.?$/i
const SUFFIX = /^(?:jr|sr|esq|ph\.?d)\.?$/i
/** "Md" and "Ii" are names; in a single case they're a degree and a number. */
const SUFFIX_IN_ONE_CASE = /^(?:II|III|IV|M\.?D\.?|ii|iii|iv|m\.?d\.?)$/
/** In lower case only: "Van" may be a middle name. */
const PARTICLES = new Set(
  "van von der den de del della la las le los da das do dos di du ter ten bin ibn al el st. 't".split(' '),
)

/**
 * Splits a full name as people write it in one cell: "Maya Okafor", "Zoë van der Berg", "van der Berg, Zoë",
 * "Dr. José Núñez Jr.".
 *
 * The last word is the last name, with lower-case particles before it and suffixes after it; everything before
 * is the first name, including a title. With a comma the last name comes first, unless only suffixes follow. A
 * single word is the first name. No word is dropped, the order changes only with a comma, and spaces are
 * collapsed.
 */
export function splitName(text: string): PersonName {
  const [before = [], ...after] = text.split(',').map(wordsOf)
  if (after.length === 0) return splitWords(before)

  const suffixes = after.filter(areSuffixes).flat()
  const given = after.filter((words) => words.length > 0 && !areSuffixes(words))
  const isLastFirst = given.length > 0 || suffixes.length === 0 || before.length < 2
  if (!isLastFirst) return splitWords([...before, ...suffixes])
  return lastFirst(before, wordsOf(given.map(joined).join(', ')), suffixes)
}

function splitWords(words: readonly string[]): PersonName {
  let end = words.length
  while (end > 2 && isSuffix(words[end - 1]!)) end -= 1
  let start = Math.max(1, end - 1)
  while (start > 1 && PARTICLES.has(words[start - 1]!)) start -= 1
  return { firstName: joined(words.slice(0, start)), lastName: joined(words.slice(start)) }
}

/** "Dr. Smith, Mary", "Smith, Mary Jr.", and "Berg, Zoë van der": puts each word where it belongs. */
function lastFirst(
  before: readonly string[],
  given: readonly string[],
  suffixes: readonly string[],
): PersonName {
  let titles = 0
  while (titles < before.length - 1 && TITLE.test(before[titles]!)) titles += 1
  let end = given.length
  while (end > 1 && isSuffix(given[end - 1]!)) end -= 1
  let start = end
  while (start > 1 && PARTICLES.has(given[start - 1]!)) start -= 1
  return {
    firstName: joined([...before.slice(0, titles), ...given.slice(0, start)]),
    lastName: joined([...given.slice(start, end), ...before.slice(titles), ...given.slice(end), ...suffixes]),
  }
}

function isSuffix(word: string): boolean {
  return SUFFIX.test(word) || SUFFIX_IN_ONE_CASE.test(word)
}

function areSuffixes(words: readonly string[]): boolean {
  return words.length > 0 && words.every(isSuffix)
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function joined(words: readonly string[]): string {
  return words.join(' ')
}
