import type { SiteRow } from './sites.repo.ts'

/** How long a change made on another server may take to show. */
const KEEP_MS = 5_000
/** Beyond this, the site that wasn't asked for longest makes room: idle sites take no memory. */
const MOST_KEPT = 1_000

type Kept = { reading: Promise<SiteRow | undefined>; site?: SiteRow | undefined; until: number }

/** The sites that were asked for lately, by number and by host. Those who ask at once share one query. */
export class KeptSites {
  readonly #kept = new Map<number | string, Kept>()

  read(key: number | string, find: () => Promise<SiteRow | undefined>): Promise<SiteRow | undefined> {
    let kept = this.#kept.get(key)
    // The map keeps the order in which sites were asked for.
    this.#kept.delete(key)
    if (kept === undefined || kept.until < Date.now()) kept = this.#begin(key, find)
    this.#kept.set(key, kept)
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return kept.reading
  }

  #begin(key: number | string, find: () => Promise<SiteRow | undefined>): Kept {
    const reading = find()
    const kept: Kept = { reading, until: Date.now() + KEEP_MS }
    const drop = () => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
    }
    reading.then((site) => Object.assign(kept, { site }), drop)
    return kept
  }

  /** Drops a changed site, and hosts without one: what no site answered to may be one of its hosts now. */
  forget(siteId: number): void {
    for (const [key, { site }] of this.#kept) {
      if (site === undefined || site.id === siteId) this.#kept.delete(key)
    }
  }

  get size(): number {
    return this.#kept.size
  }
}
