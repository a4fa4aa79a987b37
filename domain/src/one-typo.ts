/** Are two texts one typo apart: a character extra, missing, or wrong, or two swapped? */
export function isOneTypo(typed: string, meant: string): boolean {
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const isWrong = typed.slice(at + 1) === meant.slice(at + 1)
  const isTooMany = typed.slice(at + 1) === meant.slice(at)
  const isTooFew = typed.slice(at) === meant.slice(at + 1)
  const isSwapped =
    typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && typed.slice(at + 2) === meant.slice(at + 2)
  return isWrong || isTooMany || isTooFew || isSwapped
}
