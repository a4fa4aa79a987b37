/** No path of ours is longer. */
const MAX_LENGTH = 2048

/**
 * The path to open after signing in: the requested one if it's ours, otherwise home. Anything that could leave
 * the site or confuse a URL parser becomes home: a second slash, a backslash, control characters, spaces, dot
 * segments, the same percent-encoded, and unknown paths.
 *
 * @param value the `redirect` search param, of any shape
 * @param isKnownPath whether a screen exists at this path (without search and hash)
 * @see docs/spec.md §2, "Every authenticated screen"
 */
export function ownPath(value: unknown, isKnownPath: (path: string) => boolean): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !isPlainAscii(value)) return '/'

  const decoded = decodeOnce(value)
  if (decoded === undefined || hasControlCharacter(decoded)) return '/'

  const path = pathOf(value)
  const decodedPath = decodeOnce(path) ?? ''
  if (!isHarmless(path) || !isHarmless(decodedPath)) return '/'
  return isKnownPath(path) ? value : '/'
}

/** Everything before the search and the hash. */
function pathOf(value: string): string {
  const end = value.search(/[?#]/)
  return end === -1 ? value : value.slice(0, end)
}

function isHarmless(path: string): boolean {
  if (!path.startsWith('/') || !isPlainAscii(path) || path.includes('//')) return false
  return !path.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Printable ASCII without space and backslash: all that a path in an address bar contains. */
function isPlainAscii(text: string): boolean {
  return /^[!-[\]-~]*$/.test(text)
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((each) => each < ' ' || (each >= '\u007f' && each <= '\u009f'))
}

/** The router decodes once too, so double encoding stays encoded once. */
function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
