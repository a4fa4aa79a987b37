const counts = new Intl.NumberFormat('en-US')

/** `5214` → `5,214`. */
export function count(number: number): string {
  return counts.format(number)
}

/** `plural(1, 'card')` → `1 card`, `plural(5214, 'card')` → `5,214 cards`. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}
