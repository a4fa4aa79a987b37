const brand = Symbol('html')

/** Text that is already HTML and is inserted unescaped. */
export type Html = { readonly [brand]: true; readonly text: string }

type Part = Html | string | number | undefined | false | readonly Part[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text, so that a browser shows it and never runs it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  if ('text' in part) return part.text
  return part.map(render).join('')
}

/** A piece of a page. Every value is escaped, except other pieces. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce((whole, literal, at) => whole + render(parts[at - 1]) + literal)
  return { [brand]: true, text }
}

/** Marks our own text (a style sheet, a script) as safe to insert unescaped. */
export function verbatim(text: string): Html {
  return { [brand]: true, text }
}
