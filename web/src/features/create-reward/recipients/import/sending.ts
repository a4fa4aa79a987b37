import type { Sent } from '../../../../app/send-with-progress.ts'
import { timeLeft } from './import-words.ts'

/** Before this much has passed nobody can say how fast a line is. */
const KNOWN_AFTER_MS = 1_000

/** How much of a list has left the browser. */
export type SendingProgress = { bytes: number; sentBytes: number; secondsLeft: number | null }

/**
 * What the browser says of a request, said of the list in it.
 *
 * @param bytes how large the list is; the request around it is no part of what the customer chose
 */
export function sendingProgress(
  bytes: number,
  { bytes: goneBytes, totalBytes }: Sent,
  tookMs: number,
): SendingProgress {
  const share = totalBytes > 0 ? Math.min(1, goneBytes / totalBytes) : 0
  const isKnown = tookMs >= KNOWN_AFTER_MS && share > 0 && share < 1
  return {
    bytes,
    sentBytes: Math.floor(bytes * share),
    secondsLeft: isKnown ? Math.ceil(((1 - share) / share) * (tookMs / 1_000)) : null,
  }
}

/** "38 MB of 120 MB sent, about 20 seconds left". */
export function sentSentence({ bytes, sentBytes, secondsLeft }: SendingProgress): string {
  if (sentBytes >= bytes) return `${fileSize(bytes)} sent. Looking at its first rows`
  const rest = secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`
  return `${fileSize(sentBytes)} of ${fileSize(bytes)} sent${rest}`
}

/** `1536` → `1.5 KB`, as file managers say it. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000)} KB`
  return `${rounded(bytes / 1_000_000)} MB`
}

function rounded(amount: number): string {
  return amount < 10 ? amount.toFixed(1).replace(/\.0$/, '') : String(Math.round(amount))
}

/** Lists as spreadsheets save them. What a file really is, the server tells by its content. */
export const ACCEPTED_FILES = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
