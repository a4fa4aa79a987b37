/** `1536` → `1.5 KB`, as file managers say it. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000)} KB`
  return `${rounded(bytes / 1_000_000)} MB`
}

function rounded(amount: number): string {
  return amount < 10 ? amount.toFixed(1).replace(/\.0$/, '') : String(Math.round(amount))
}
