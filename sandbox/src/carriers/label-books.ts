import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LabelStatus = 'made' | 'under_way' | 'delivered' | 'returned' | 'problem'

/** A label or postage that a carrier sold. */
export type SoldLabel = {
  trackingNumber: string
  /** How the buyer finds it: a reference, or the request's key. */
  key: string
  kind: string
  to: { name: string; city: string; state: string; zip: string }
  cents: number
  isVoid: boolean
  status: LabelStatus
  soldAt: string
}

export type LabelBooks = ReturnType<typeof makeLabelBooks>

/**
 * A carrier's records. With a folder they survive a restart: a forgotten label would look like one that was
 * never bought.
 */
export function makeLabelBooks(carrier: 'ups' | 'usps', dataDir?: string) {
  const labels = new Map<string, SoldLabel>()
  const file = dataDir === undefined ? undefined : join(dataDir, `${carrier}-labels.jsonl`)
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Ends a truncated line, so that the next one is on its own line.
  if (file !== undefined && text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n')
  for (const line of text.split('\n').filter(Boolean)) {
    try {
      const label = JSON.parse(line) as SoldLabel
      labels.set(label.trackingNumber, label)
    } catch {
      // The last line may be truncated if the process was killed while writing.
    }
  }
  return {
    /** Adds a new label, or a known one's new state. */
    write(label: SoldLabel): SoldLabel {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(label)}\n`, { mode: 0o600 })
      labels.set(label.trackingNumber, label)
      return label
    },
    find: (trackingNumber: string) => labels.get(trackingNumber),
    findByKey: (key: string) => [...labels.values()].find((one) => one.key === key && key !== ''),
    all: () => [...labels.values()],
    /** The digits of the next number, unique per label. */
    nextSerial: () => labels.size + 1,
  }
}
