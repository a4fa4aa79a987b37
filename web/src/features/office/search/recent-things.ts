import { type Reopened, readReopened, reopenedText } from '@laurel/domain/office-search'

const MOST = 7

const FOLDERS: Readonly<Record<string, Reopened['kind']>> = {
  orders: 'orders',
  customers: 'customers',
  companies: 'companies',
  deliveries: 'deliveries',
  fulfillment: 'batches',
}

/** The thing that a screen shows, by its path. */
export function thingAt(pathname: string): Reopened | undefined {
  const [, folder = '', id] = /^\/office\/([a-z]+)\/(\d{1,15})\/?$/.exec(pathname) ?? []
  const kind = FOLDERS[folder]
  return kind && { kind, id: Number(id) }
}

/** Only kinds and IDs are stored in this browser; names are read again, with the current permissions. */
export function readRecent(staffId: number): Reopened[] {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]')
    if (!Array.isArray(texts)) return []
    return texts.map((text) => readReopened(String(text))).filter((thing) => thing !== undefined)
  } catch {
    return []
  }
}

/** Puts it first. */
export function rememberThing(staffId: number, thing: Reopened): void {
  const text = reopenedText(thing)
  const others = readRecent(staffId)
    .map(reopenedText)
    .filter((other) => other !== text)
  try {
    localStorage.setItem(keyOf(staffId), JSON.stringify([text, ...others].slice(0, MOST)))
  } catch {
    // Without storage, there are no recent things.
  }
}

function keyOf(staffId: number): string {
  return `office-recent:${staffId}`
}
