/** Case, spaces, and underscores in a name don't matter: `{First_name}` is `first name`. */
export function fieldName(typed: string): string {
  return typed
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * A text as it's sent. Inserted values are never parsed for fields, and unknown fields stay. An empty value also
 * removes the comma or space next to it, and the text still begins with a capital letter.
 *
 * @example mergeMailText('{first name}, it’s here', { 'first name': '' }) // 'It’s here'
 */
export function mergeMailText(template: string, values: Readonly<Record<string, string>>): string {
  const merged = template.replaceAll(/( ?)\{([^{}\n]{1,40})\}/g, (typed, space: string, name: string) => {
    const value = Object.hasOwn(values, fieldName(name)) ? values[fieldName(name)] : undefined
    if (value === undefined) return typed
    return value === '' ? '' : space + value
  })
  const text = merged.replace(/^[\s,]+/, '').trimEnd()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
