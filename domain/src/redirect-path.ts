/** Nobody's own path is longer; a longer one is somebody's experiment. */
const MAX_LENGTH = 2048

/**
 * The path a visitor may be sent to after signing in: one of our own, as it was asked for, or home.
 * Anything that could leave the site or fool a URL parser is read as home: a second slash, a
 * backslash, control characters, blanks, dot segments, the same percent-encoded, and paths that
 * no screen answers.
 *
 * @param value the `redirect` search param, of any shape
 * @param isKnownPath whether a screen stands at this path (without search and hash)
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

/** Printable ASCII without the space and the backslash: what a path in an address bar is made of. */
function isPlainAscii(text: string): boolean {
  return /^[!-[\]-~]*$/.test(text)
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((each) => each < ' ' || (each >= '\u007f' && each <= '\u009f'))
}

/** Encoded twice stays encoded once: the router decodes once too. */
function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
